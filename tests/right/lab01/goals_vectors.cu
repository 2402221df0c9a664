/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 done, gpu_ex12 done */
/* 1.1: two elements of each step, a block apart. 1.2: a template of vectors; the tail in a kernel
 * of its own. */
#include "all_but_ex11_and_ex12.h"

__global__ void two_apart(float *c, const float *a, const float *b, int n)
{
    for (int base = 2 * blockDim.x * blockIdx.x; base < n; base += 2 * blockDim.x * gridDim.x) {
        int i = base + threadIdx.x, j = i + blockDim.x;
        float x = i < n ? a[i] + b[i] : 0, y = j < n ? a[j] + b[j] : 0;
        if (i < n)
            c[i] = x;
        if (j < n)
            c[j] = y;
    }
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    two_apart<<<256, 256>>>(d_c, d_a, d_b, n);
}

template <typename T, int COUNT> struct alignas(COUNT * sizeof(T)) vec {
    T v[COUNT];
};

template <int COUNT> __global__ void by_vectors(float *c, const float *a, const float *b, int whole)
{
    typedef vec<float, COUNT> v;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= whole)
        return;
    v x = ((const v *)a)[i], y = ((const v *)b)[i], z;
#pragma unroll
    for (int e = 0; e < COUNT; e++)
        z.v[e] = x.v[e] + y.v[e];
    ((v *)c)[i] = z;
}

__global__ void tail(float *c, const float *a, const float *b, int first)
{
    int i = first + threadIdx.x;
    c[i] = a[i] + b[i];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    int whole = n / 4;

    if (whole > 0)
        by_vectors<4><<<(whole + 511) / 512, 512>>>(d_c, d_a, d_b, whole);
    if (n % 4)
        tail<<<1, n % 4>>>(d_c, d_a, d_b, 4 * whole);
}
