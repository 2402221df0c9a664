/* refuses: (launch inside a kernel|dynamic parallelism|__device__).*not available on the CPU device */
#include <stdio.h>

__global__ void quicksort(int *data, int left, int right, int depth);

__device__ void recurse(int *data, int left, int right, int depth)
{
    if (depth < 4) quicksort<<<1, 1>>>(data, left, (left + right) / 2, depth + 1); /* here */
}

__global__ void quicksort(int *data, int left, int right, int depth) { recurse(data, left, right, depth); }

int main()
{
    int *d;
    cudaMalloc(&d, 32 * sizeof(int));
    quicksort<<<1, 1>>>(d, 0, 31, 0);
    return cudaDeviceSynchronize() != cudaSuccess;
}
