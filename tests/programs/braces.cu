/* Arguments in braces of kernels that are templates or overloaded; attributes of __shared__ variables. */
#include "include/common.h"

struct pair {
    int a, b;
};
template <class T> struct box {
    T value;
};

namespace inner
{
template <class T, int N = 2> __global__ void sums(T *p, pair x, dim3 n);
template <class T, int N> __global__ void sums(T *p, pair x, dim3 n)
{
    [[maybe_unused]] __shared__ int unused[4];
    __shared__ [[maybe_unused]] alignas(16) int s;
    s = x.a + x.b;
    *p = (T)(s + n.x + n.y + n.z) * N;
}
} // namespace inner

__global__ void overloaded(int *p, const pair) { *p = 1; }
__global__ void overloaded(int *p, box<int> x, float) { *p = x.value; }
__global__ void unread(int *p, const pair, int n = 3, int (*q)[4] = 0, int (*)[4] = 0, double = 1 * 2)
{
    *p = n + !q;
}

int main()
{
    int *p = managed<int>(1), changed = 1;
    inner::sums<<<1, 1>>>(p, { changed, 2 }, { 3, 4, 5 });
    changed = 100;
    SYNC();
    EXPECT(*p, 30);
    inner::sums<int, 3><<<{ 1, 1 }, 1>>>(p, {}, {});
    SYNC();
    EXPECT(*p, 9);
    overloaded<<<1, 1>>>(p, { 7 }, 0);
    SYNC();
    EXPECT(*p, 7);
    overloaded<<<1, 1>>>(p, { 7, 8 });
    SYNC();
    EXPECT(*p, 1);
    unread<<<1, 1>>>(p, pair());
    SYNC();
    EXPECT(*p, 4);
    return 0;
}
