/* Grids and blocks from numbers of every type, braces, variables called as the built-in ones. */
#include "include/common.h"

__global__ void k(int *p) {
    p[0] = gridDim.x * 10000 + gridDim.y * 1000 + blockDim.x * 100 + blockDim.y * 10 + blockDim.z;
    const int &t = threadIdx.x;
    auto b = blockDim;
    uint3 q = threadIdx;
    dim3 w = blockDim;
    int3 i3 = make_int3(threadIdx.x, threadIdx.y, threadIdx.z);
    p[1] = t + b.x + q.x + w.y + i3.x;
}

int main() {
    int *p = managed<int>(2), n = 5;
    float fn = 2.7f;
    dim3 g = {2, 3}, b = 4;
    k<<<g, b>>>(p);
    SYNC();
    EXPECT(*p, 23411);
    k<<<(dim3){2, 2}, dim3{3}>>>(p);
    SYNC();
    EXPECT(*p, 22311);
    k<<<fn, 4.0>>>(p);
    SYNC();
    EXPECT(*p, 21411);
    k<<<n, 1>>>(p);
    SYNC();
    EXPECT(*p, 51111);
    k<<<(long)3, (size_t)2>>>(p);
    SYNC();
    EXPECT(*p, 31211);
    dim3 t;
    t.x = 2;
    t.y = 2;
    k<<<dim3(1, 2), t, 0>>>(p);
    SYNC();
    EXPECT(*p, 12221);
    dim3 arr[2] = {dim3(1), dim3(2, 2, 1)};
    k<<<arr[0], arr[1], 0, 0>>>(p);
    SYNC();
    return 0;
}
