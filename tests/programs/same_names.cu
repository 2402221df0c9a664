/* Kernels named as members of classes, as functions of the library, as their own host function. */
#include <vector>
#include <numeric>
#include <algorithm>
#include "include/common.h"

__global__ void add(int *p, int a, int b) { *p = a + b; }
struct Vec {
    int n = 0;
    Vec &add(int v) {
        n += v;
        return *this;
    }
    static int mul(int a) { return a; }
    void launch(int *p) { ::add<<<1, 1>>>(p, n, 1); }
};
__global__ void mul(int *p) { *p *= 2; }
__global__ void reduce(const int *x, int n, int *o) {
    int s = 0;
    for (int i = 0; i < n; i++) s += x[i];
    *o = s;
}
int reduce(const std::vector<int> &v) {
    int *d = managed<int>(v.size() + 1);
    for (size_t i = 0; i < v.size(); i++) d[i] = v[i];
    reduce<<<1, 1>>>(d, (int)v.size(), d + v.size());
    SYNC();
    return d[v.size()];
}
namespace host {
void mul(int *p) { *p *= 3; }
int size() { return 4; }
}  // namespace host
__global__ void size(int *p) { *p = 9; }

__global__ void fill(int *p, int v) { *p = v; }

__global__ void begin(int *p) { *p = 11; }

__global__ void push_back(int *p) { *p = 12; }

__global__ void swap(int *p) {
    int t = p[0];
    p[0] = p[1];
    p[1] = t;
}
struct mulF {
    int operator()(int x) const { return x; }
};

int main() {
    int *p = managed<int>(4);
    Vec v;
    v.add(2).add(3);
    (&v)->add(1);
    add<<<1, 1>>>(p, 1, 2);
    SYNC();
    EXPECT(*p, 3);
    v.launch(p);
    SYNC();
    EXPECT(*p, 7);
    EXPECT(Vec::mul(3), 3);
    mul<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 14);
    host::mul(p);
    EXPECT(*p, 42);
    EXPECT(reduce(std::vector<int>{1, 2, 3}), 6);
    std::vector<int> w(3);
    w.push_back(1);
    EXPECT(w.size(), 4u);
    size<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 9);
    std::fill(w.begin(), w.end(), 5);
    fill<<<1, 1>>>(p, 5);
    SYNC();
    begin<<<1, 1>>>(p);
    push_back<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 12);
    p[1] = 1;
    swap<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 1);
    std::swap(p[0], p[1]);
    EXPECT(host::size(), 4);
    int size = 3;
    EXPECT(size, 3);
    return 0;
}
