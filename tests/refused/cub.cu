/* refuses: cub/[a-z_.]* is not available on the CPU device */
#include <cub/cub.cuh> /* here */

__global__ void sum(const int *in, int *out)
{
    typedef cub::BlockReduce<int, 128> BlockReduce;
    __shared__ typename BlockReduce::TempStorage temp_storage;
    int aggregate = BlockReduce(temp_storage).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0) *out = aggregate;
}

int main()
{
    int *d;
    cudaMalloc(&d, 129 * sizeof(int));
    sum<<<1, 128>>>(d, d + 128);
    return cudaDeviceSynchronize() != cudaSuccess;
}
