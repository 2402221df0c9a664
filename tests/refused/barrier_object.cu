/* refuses: cuda/barrier is not available on the CPU device */
#include <cuda/barrier> /* here */

__global__ void pipeline(int *p)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    bar.arrive_and_wait();
    p[threadIdx.x] = 1;
}

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    pipeline<<<1, 32>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
