/* Functions of host and device under one name, and other calls that only look forbidden. */
#include <assert.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>
#include "include/common.h"

/* Overloads: one for each side. */
static int half(int x) { return x / 2; }
__device__ float half(float x) { return x / 2; }
namespace on_host
{
int twice(int x) { return 2 * x; }
int size() { return 3; }
int only_host(int x) { return x; }
} // namespace on_host
namespace on_device
{
__device__ int twice(int x) { return 2 * x; }
__device__ int size() { return 4; }
} // namespace on_device

/* Names of C++'s functions, for the device. */
__device__ int transform(int x) { return x + 1; }
__device__ int accumulate(int x) { return x + 2; }

/* Declared for the device first, defined later. */
__device__ int later(int x);
__host__ __device__ int on_both(int x);

/* Names of host functions that are parameters, variables, types or members in device code. */
int op(int x) { return -x; }
int init() { return 7; }
int make(int x) { return x; }
int value(int x) { return x; }
template <class F> __device__ int apply(F op, int x) { return op(x); }
template <class op> __device__ int construct(int x) { return op(x).value; }
struct number {
    int value;
    __host__ __device__ number(int v) : value(v) {}
    __host__ __device__ int init() const { return value; }
    __host__ __device__ int make(int x) { return value + x; }
    __host__ __device__ int call() { return make(2) + init(); }
    static __device__ int op(int x) { return x + 1; }
    friend __host__ __device__ number operator+(number a, number b)
    {
        return number(a.value + b.value);
    }
};
struct __align__(8) pair_of_ints {
    int x, y;
    __device__ int sum() const { return x + y; }
    int total() const { return x + y; }
};
struct plus_one {
    __device__ int operator()(int x) const { return x + 1; }
};

#define HD __host__ __device__ __forceinline__
HD int macro(int x) { return x + 1; }

/* What differs on a device stands behind __CUDA_ARCH__. */
HD int chosen(int x)
{
#ifdef __CUDA_ARCH__
    return x;
#else
    return init() - 7 + x;
#endif
}
__host__ __device__ int checked(int x)
{
#ifndef __CUDA_ARCH__
    if (x < 0)
        throw std::runtime_error("negative");
#endif
    return x;
}

template <class T> struct traits {
    static constexpr T zero = 0;
    static __device__ T name(T x) { return x; }
};
template <class T> __device__ T unused_template(T x) { return on_host::only_host(x); }
template <int N> __device__ __noinline__ int power(int x) { return x * power<N - 1>(x); }
template <> __device__ int power<0>(int) { return 1; }
extern "C" __device__ int c_function(int x) { return x; }
__device__ __attribute__((noinline)) int attribute(int x) { return x; }
__device__ auto trailing(int x) -> int { return x; }
__device__ decltype(op(3)) declared_by_type(int x) { return x; }
__device__ int (*device_pointer)(int) = later;

__global__ void kernel(int *p)
{
    int init = 5, i = 0;
    auto lambda = [=](int x) { return x + init; };
    decltype(value(1)) typed = sizeof(value(1));
    number n(3), m = n + number(2);
    pair_of_ints both = { 1, 2 };
    p[i++] = (int)half(3.0f);
    p[i++] = on_device::twice(2) + on_device::size();
    p[i++] = later(1) + on_both(2) + macro(3) + chosen(4) + checked(5);
    p[i++] = apply(plus_one(), 1) + apply(lambda, 1) + construct<number>(4);
    p[i++] = n.init() + n.make(1) + n.call() + m.value + number::op(1) + both.sum();
    p[i++] = traits<int>::name(1) + power<3>(2) + c_function(1) + attribute(1) + trailing(1);
    p[i++] = declared_by_type(1) + (*device_pointer)(1) + typed;
    p[i++] = (int)(std::sqrt(4.0f) + std::abs(-1) + std::fabs(-1.0));
    std::pair<int, int> *none = nullptr;
    p[i++] = none == nullptr && std::isfinite(1.0f) && !std::isnan(std::floor(1.5));
    int moved = std::move(i);
    p[22] = transform(1) + accumulate(1);
    p[moved] = max(1, 2) + min(3, 4) + abs(-5);
    memset(p + 20, 0, 4);
    memcpy(p + 21, p, 4);
    free(malloc(4));
    assert(p);
    if (clock() < 0)
        printf("never\n");
}

__device__ int later(int x) { return x; }
__host__ __device__ int on_both(int x) { return x; }

int main()
{
    int *p = managed<int>(32);
    auto later = [](int x) { return x + 1; };
    std::function<int(int)> trailing = later;
    kernel<<<1, 1>>>(p);
    SYNC();
    EXPECT(p[0], 1);
    EXPECT(p[1], 8);
    EXPECT(p[2], 16);
    EXPECT(p[20], 0);
    EXPECT(p[21], 1);
    EXPECT(half(6) + on_host::twice(2) + on_host::size() + op(1) + init() + make(1) + value(1), 18);
    EXPECT(later(1) + trailing(1) + on_both(1) + macro(1) + number(3).call(), 15);
    EXPECT(checked(3) + chosen(3), 6);
    pair_of_ints both = { 1, 2 };
    EXPECT(both.total(), 3);
    std::vector<int> v(3, 1);
    std::sort(v.begin(), v.end());
    std::transform(v.begin(), v.end(), v.begin(), [](int x) { return op(x); });
    EXPECT(std::accumulate(v.begin(), v.end(), 0), -3);
    EXPECT(p[22], 5);
    EXPECT(std::numeric_limits<int>::max() + std::min(1, 0), 2147483647);
    return on_host::only_host(0);
}
