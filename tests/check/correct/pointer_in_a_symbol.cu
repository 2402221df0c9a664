/* A __device__ pointer is set by the host to memory of cudaMalloc; kernels go through it. */
#include "../host.h"

__device__ float *rows;
__constant__ struct {
    int n;
    float scale;
} setup;

__device__ void own_scratch(int *scratch, int n)
{
    for (int i = 0; i < n; i++)
        scratch[i] = i * i;
}

__global__ void fill(void)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, scratch[8];
    own_scratch(scratch, 8);
    if (i < setup.n)
        rows[i] = setup.scale * scratch[i % 8];
}

int main(void)
{
    struct {
        int n;
        float scale;
    } s = { 100, 2 };
    float *x = unset<float>(100);
    cudaMemcpyToSymbol(rows, &x, sizeof x);
    cudaMemcpyToSymbol(setup, &s, sizeof s);
    fill<<<2, 64>>>();
    return end(differ(x, 100, [](int i) { return 2 * (i % 8) * (i % 8); }));
}
