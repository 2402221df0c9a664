/* Half precision numbers: stored in 2 bytes, converted to float and back. */
#include <cuda_fp16.h>
#include <stdio.h>

__global__ void twice(__half *x)
{
    x[threadIdx.x] = __float2half(2 * __half2float(x[threadIdx.x]));
}

int main()
{
    half x[4] = { 1.0f, -0.5f, 2049.0f, 40000.0f }, *d;

    cudaMalloc(&d, sizeof x);
    cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
    twice<<<1, 4>>>(d);
    cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return sizeof(half) != 2 || __half2float(x[0]) != 2 || __half2float(x[1]) != -1 ||
           __half2float(x[2]) != 4096 || !isinf(__half2float(x[3]));
}
