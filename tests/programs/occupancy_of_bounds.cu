/* What the occupancy functions say, a launch can have: __launch_bounds__ and shared memory count. */
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void __launch_bounds__(256) bounded(float *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void sharing(float *a)
{
    __shared__ float s[8192]; /* 32 KB */
    s[threadIdx.x] = 1;
    a[threadIdx.x] = s[threadIdx.x];
}

__global__ void plain(float *a) { a[threadIdx.x] = 1; }

int main(void)
{
    int grid = -1, block = -1, n = -1, shared, reserved, wrong = 0;
    float *d;
    cudaMalloc(&d, 1 << 20);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0);
    wrong += block != 256 || grid < 1;
    bounded<<<4, block>>>(d);
    wrong += cudaGetLastError() != cudaSuccess;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, bounded, 512, 0);
    wrong += n < 1; /* it does not look at the bounds, on an H200 either; a launch does */
    bounded<<<1, 512>>>(d);
    wrong += cudaGetLastError() == cudaSuccess;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, sharing, 128, 0);
    cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0);
    cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, 0);
    wrong += n != shared / (32768 + reserved);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 128, 49 * 1024);
    wrong += n != 0;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0);
    wrong += block != 1024;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 128);
    wrong += block != 128;
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, plain, [](int b) { return b * sizeof(float) * 64; });
    plain<<<1, block, block * sizeof(float) * 64>>>(d);
    wrong += cudaGetLastError() != cudaSuccess;
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(d);
    printf("%d\n", wrong);
    return wrong;
}
