/* Launches among templates: >>> that is none, <<< after >>>, shifts and comparisons inside. */
#include <vector>
#include <map>
#include <utility>
#include "include/common.h"

template <class T>
struct Box {
    T v;
};
template <int N>
struct Num {
    static const int n = N;
    enum { value = N };
};
template <class T>
__global__ void k(T *p, int v) {
    ((int *)p)[threadIdx.x] = v;
}
template <class A, class B>
__global__ void two(int *p) {
    *p = sizeof(A) + sizeof(B);
}
template <int N>
int div_up(int n) {
    return (n + N - 1) / N;
}

int main() {
    std::vector<std::vector<std::vector<int>>> v(1);
    std::map<int, std::vector<std::pair<int, int>>> m;
    int *p = managed<int>(64);
    int n = 64;
    k<Box<Box<int>>><<<1, 32>>>((Box<Box<int>> *)p, 5);
    SYNC();
    EXPECT(p[31], 5);
    two<Box<Box<char>>, Box<Box<Box<int>>>><<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 5);
    k<int><<<div_up<32>(n), Num<32>::n>>>(p, 6);
    SYNC();
    EXPECT(p[31], 6);
    k<int><<<n > 5 ? 1 : 2, n >> 1, sizeof(Box<Box<int>>)>>>(p, 7);
    SYNC();
    EXPECT(p[31], 7);
    k<<<1 << 0, 1 << 5, Num<(4 > 2)>::value>>>(p, 8 >> 1);
    SYNC();
    EXPECT(p[31], 4);
    k<Box<int>><<<1, Num<Num<32>::n>::n>>>((Box<int> *)p, 9);
    SYNC();
    EXPECT(p[31], 9);
    return (int)v.size() - 1 + (int)m.size();
}
