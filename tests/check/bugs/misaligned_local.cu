/* finds: misaligned */
/* The bits of a float are read as a long, of 8 bytes: a variable of the thread has 4. */
#include <stdio.h>
#include <cuda_runtime.h>

__device__ float halved(const float *parts, int i)
{
    long bits = *(const long *)(parts + i); // HERE
    int low = (int)bits - (1 << 23);
    return __int_as_float(low);
}

__global__ void k(float *a, int i)
{
    __align__(8) float parts[4] = { 1, a[0], a[1], a[2] };
    a[threadIdx.x] = halved(parts, i);
}

int main(void)
{
    float h[3] = { 4, 9, 16 }, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d, 1);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    cudaFree(d);
    return 0;
}
