/* refuses: (cuda_bf16\.h|__nv_bfloat16).* is not available on the CPU device */
#include <cuda_bf16.h> /* here */

__global__ void twice(__nv_bfloat16 *x) { x[0] = __hadd(x[0], x[0]); }

int main()
{
    __nv_bfloat16 *d;
    cudaMalloc(&d, 32 * sizeof *d);
    twice<<<1, 1>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
