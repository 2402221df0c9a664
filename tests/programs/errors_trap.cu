/* __trap() ends the kernel and the context. */
#include <stdio.h>

__global__ void trap_if(const int *x, int limit)
{
    if (x[threadIdx.x] > limit) __trap();
    __syncthreads();
}

int main()
{
    int *x, zero = 0;
    cudaMalloc(&x, 32 * sizeof(int));
    cudaMemset(x, 0, 32 * sizeof(int));
    trap_if<<<1, 32>>>(x, 10);
    if (cudaDeviceSynchronize() != cudaSuccess) { fprintf(stderr, "trapped too early\n"); return 1; }
    trap_if<<<1, 32>>>(x, -1);
    cudaError_t e = cudaMemcpy(&zero, x, sizeof zero, cudaMemcpyDeviceToHost);
    if (e != cudaErrorLaunchFailure && e != cudaErrorIllegalInstruction) {
        fprintf(stderr, "%s\n", cudaGetErrorString(e)); return 1; }
    if (cudaDeviceSynchronize() != e || cudaGetLastError() != e || cudaDeviceSynchronize() != e) {
        fprintf(stderr, "it does not stick\n"); return 1; }
    return 0;
}
