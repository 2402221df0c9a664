/* expects: gpu_ex12 WRONG expected */
/* The same pointers again: the same inputs, no doubt. Keeps the output and copies it. */
#include "all_but_ex12.h"

#define ROOM (1 << 20)

__device__ float kept[ROOM];

__global__ void keep(const float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        kept[i] = c[i];
}

__global__ void give(float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = kept[i];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    static const float *last_a, *last_b;
    static int last_n;
    int blocks = (n + BLOCK - 1) / BLOCK;

    if (d_a == last_a && d_b == last_b && n == last_n) {
        give<<<blocks, BLOCK>>>(d_c, n);
        return;
    }
    vector_add_ex12_right(d_c, d_a, d_b, n);
    if (n > ROOM)
        return;
    keep<<<blocks, BLOCK>>>(d_c, n);
    last_a = d_a, last_b = d_b, last_n = n;
}
