/* refuses: (cuda_fp16\.h|__half|half).* is not available on the CPU device */
#include <cuda_fp16.h> /* here */

__global__ void add(__half *x) { x[threadIdx.x] = __hadd(x[threadIdx.x], __float2half(1.0f)); }

int main()
{
    __half *d;
    cudaMalloc(&d, 32 * sizeof *d);
    add<<<1, 32>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
