/* Kernels may be called as much of the C++ library is, and as anything inside the device. */
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
#include "include/common.h"

#define K(name) __global__ void name(int *p) { *p += sizeof #name; }
K(Init) K(init) K(get) K(set) K(clear) K(insert) K(erase) K(count) K(find) K(empty) K(open) K(read)
K(write) K(print) K(run) K(process) K(compute) K(update) K(step) K(value) K(test) K(call) K(work)
K(launch) K(block) K(thread) K(config) K(operation) K(fault) K(vote) K(barrier) K(worker) K(device)
K(copy_) K(shared) K(stream) K(context) K(add) K(minimum) K(maximum) K(square) K(apply) K(transform)
K(reverse) K(rotate) K(sort_) K(merge) K(partition) K(scan) K(gather) K(scatter) K(sum)
K(prefix_sum) K(inclusive_scan) K(iota) K(generate) K(data) K(front) K(begin) K(end) K(size)
K(resize) K(wait) K(join) K(release) K(acquire) K(reset) K(next) K(prev) K(advance) K(name) K(what)
K(flags) K(type) K(shuffle_) K(mean) K(stddev) K(param) K(seed) K(assign) K(append) K(replace)
K(compare) K(substr) K(swap) K(move) K(forward) K(emplace) K(hash) K(equal) K(less) K(plus)
K(multiplies) K(negate) K(divides) K(modulus) K(min_) K(max_) K(lower_bound) K(accumulate)
K(inner_product) K(norm) K(real) K(imag) K(conj) K(arg) K(polar) K(distance) K(fill) K(fill_n)
K(for_each) K(copy) K(reduce) K(all_of) K(any_of) K(remove_if) K(unique) K(search) K(mismatch)
K(kernel) K(kernel1) K(foo) K(bar) K(hello) K(helloCUDA) K(cuda_hello) K(vecAdd) K(saxpy) K(Add)
K(a) K(T) K(A) K(P) K(I) K(F) K(c) K(w) K(o) K(d) K(me) K(it)

#define GO(name) name<<<1, 1>>>(p); want += sizeof #name;

int main()
{
    int *p = managed<int>(1), want = 0;
    std::vector<int> v(3, 1);
    std::ostringstream out;
    std::swap(v[0], v[1]);
    v.clear();
    out << v.size();
    GO(Init) GO(init) GO(get) GO(set) GO(clear) GO(insert) GO(erase) GO(count) GO(find) GO(empty)
    GO(open) GO(read) GO(write) GO(print) GO(run) GO(process) GO(compute) GO(update) GO(step) GO(value)
    GO(test) GO(call) GO(work) GO(launch) GO(block) GO(thread) GO(config) GO(operation) GO(fault)
    GO(vote) GO(barrier) GO(worker) GO(device) GO(copy_) GO(shared) GO(stream) GO(context) GO(add)
    GO(minimum) GO(maximum) GO(square) GO(apply) GO(transform) GO(reverse) GO(rotate) GO(sort_)
    GO(merge) GO(partition) GO(scan) GO(gather) GO(scatter) GO(sum) GO(prefix_sum) GO(inclusive_scan)
    GO(iota) GO(generate) GO(data) GO(front) GO(begin) GO(end) GO(size) GO(resize) GO(wait) GO(join)
    GO(release) GO(acquire) GO(reset) GO(next) GO(prev) GO(advance) GO(name) GO(what) GO(flags) GO(type)
    GO(shuffle_) GO(mean) GO(stddev) GO(param) GO(seed) GO(assign) GO(append) GO(replace) GO(compare)
    GO(substr) GO(swap) GO(move) GO(forward) GO(emplace) GO(hash) GO(equal) GO(less) GO(plus)
    GO(multiplies) GO(negate) GO(divides) GO(modulus) GO(min_) GO(max_) GO(lower_bound) GO(accumulate)
    GO(inner_product) GO(norm) GO(real) GO(imag) GO(conj) GO(arg) GO(polar) GO(distance) GO(fill)
    GO(fill_n) GO(for_each) GO(copy) GO(reduce) GO(all_of) GO(any_of) GO(remove_if) GO(unique)
    GO(search) GO(mismatch) GO(kernel) GO(kernel1) GO(foo) GO(bar) GO(hello) GO(helloCUDA)
    GO(cuda_hello) GO(vecAdd) GO(saxpy) GO(Add) GO(a) GO(T) GO(A) GO(P) GO(I) GO(F) GO(c) GO(w) GO(o)
    GO(d) GO(me) GO(it)
    SYNC();
    EXPECT(*p, want);
    EXPECT(out.str(), "0");
    return 0;
}
