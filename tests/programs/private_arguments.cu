/* A kernel's arguments are its threads' own: changes stay private, over barriers too. */
#include <string.h>
#include "include/common.h"

// semantics: kernel args copied deep by value, struct with array and nested, modifications in kernel are
// private
struct In {
    int a[4];
    struct {
        float f;
    } n;
};

__global__ void k(In in, int *o) {
    in.a[threadIdx.x] += threadIdx.x;
    in.n.f *= 2;
    __syncthreads();
    o[threadIdx.x] = in.a[threadIdx.x] + in.a[(threadIdx.x + 1) % 4] + (int)in.n.f;
}
__global__ void param(int *o, int n) {
    n += threadIdx.x;
    __syncthreads();
    n *= 2;
    __syncthreads();
    o[threadIdx.x] = n;
}
__global__ void ptrs(int *o) {
    int *end = o + 4;
    o += threadIdx.x;
    if (o < end) *o = 9;
}

int main() {
    int *o = managed<int>(4);
    In in = {{10, 20, 30, 40}, {1.5f}};
    k<<<1, 4>>>(in, o);
    SYNC();
    for (int t = 0; t < 4; t++) EXPECT(o[t], in.a[t] + t + in.a[(t + 1) % 4] + 3);
    param<<<1, 4>>>(o, 5);
    SYNC();
    for (int t = 0; t < 4; t++) EXPECT(o[t], 2 * (5 + t));
    ptrs<<<1, 8>>>(o);
    SYNC();
    EXPECT(o[3], 9);
    return 0;
}
