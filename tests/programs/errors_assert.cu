/* assert() in a kernel: says where on stderr, and every later call returns cudaErrorAssert. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void test_kernel(int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    assert(s[63 - threadIdx.x] < n);
}

int main()
{
    test_kernel<<<2, 64>>>(64);
    if (cudaDeviceSynchronize() != cudaSuccess) { fprintf(stderr, "an assertion that holds failed\n"); return 1; }
    test_kernel<<<2, 64>>>(60);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaErrorAssert) { fprintf(stderr, "not an assertion: %s\n", cudaGetErrorString(err)); return 1; }
    void *p = 0;
    if (cudaMalloc(&p, 4) != cudaErrorAssert || cudaGetLastError() != cudaErrorAssert ||
        cudaFree(0) != cudaErrorAssert) {
        fprintf(stderr, "the assertion does not stick\n");
        return 1;
    }
    printf("Device assert failed as expected, CUDA error message is: %s\n", cudaGetErrorString(err));
    return 0;
}
