/* finds: wrong-memory */
/* A function gives back a pointer to its own array, which is gone by then. */
#include <cstdio>

__device__ __noinline__ int *multiples(int n)
{
    int a[8], *p = a;
    for (int i = 0; i < 8; i++)
        p[i] = i * n;
    return p;
}

__global__ void third(int *out)
{
    int *p = multiples(threadIdx.x);
    out[threadIdx.x] = p[3]; // HERE
}

int main()
{
    int *d, h[32];

    cudaMalloc(&d, sizeof h);
    third<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(d);
}
