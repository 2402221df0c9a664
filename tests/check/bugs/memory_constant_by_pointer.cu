/* finds: wrong-memory */
/* The same by a pointer in a struct: a kernel's argument holds the host's address of a variable of
 * the device. */
#include <stdio.h>

__device__ int table[32];

struct view {
    const int *p;
    int n;
};

__global__ void copy(view v, int *out)
{
    if (threadIdx.x < v.n)
        out[threadIdx.x] = v.p[threadIdx.x]; // HERE
}

int main(void)
{
    int *d;
    cudaMalloc(&d, 32 * sizeof *d);
    view v = { table, 32 };
    copy<<<1, 32>>>(v, d);
    cudaDeviceSynchronize();
    cudaGetLastError();
    cudaFree(d);
    return 0;
}
