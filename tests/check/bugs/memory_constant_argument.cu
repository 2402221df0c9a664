/* finds: wrong-memory */
/* The host hands the name of an array in constant memory to a kernel: that is the address of the
 * host's own. */
#include <stdio.h>

__constant__ float weights[4];

__global__ void twice(const float *w, float *out)
{
    out[threadIdx.x] = 2 * w[threadIdx.x]; // HERE
}

int main(void)
{
    float h[4] = { 1, 2, 3, 4 }, *d;
    cudaMemcpyToSymbol(weights, h, sizeof h);
    cudaMalloc(&d, sizeof h);
    twice<<<1, 4>>>(weights, d);
    cudaDeviceSynchronize();
    cudaGetLastError();
    cudaFree(d);
    return 0;
}
