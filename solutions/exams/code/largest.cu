/* Exam 2, question 7: an answer. */
#include <cuda_runtime.h>
#include <stdio.h>

// begin largest
__global__ void largest(int *result, const int *x, int n)
{
    int threads = gridDim.x * blockDim.x;
    int mine = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        if (x[i] > mine)
            mine = x[i];
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(0xffffffff, mine, d);

        if (other > mine)
            mine = other;
    }
    if (threadIdx.x % 32 == 0)
        atomicMax(result, mine);
}
// end

int main(void)
{
    const int n = 5001;
    int *x, *result;

    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&result, sizeof *result);
    for (int i = 0; i < n; i++)
        x[i] = i * 37 % 4999;
    *result = 0;
    largest<<<4, 256>>>(result, x, n);
    cudaDeviceSynchronize();
    printf("%d\n", *result);
    cudaFree(x);
    cudaFree(result);
    return 0;
}
