/* cudaLaunchKernelEx: a launch as a struct, whose members are filled in one by one. */
#include <stdio.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

template <class T> __global__ void scale(T *x, T by, int n)
{
    extern __shared__ unsigned char bytes[];
    T *tile = (T *)bytes;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? x[i] : T(0);
    __syncthreads();
    if (i < n)
        x[i] = by * tile[threadIdx.x];
}

__global__ void set(float *x, int n) { x[threadIdx.x] = n; }

/* The last becomes the first: all blocks have read before one stores. */
__global__ void rotate(float *x)
{
    auto grid = cooperative_groups::this_grid();
    int i = (int)grid.thread_rank(), n = (int)grid.size();
    float last = x[(i + n - 1) % n];
    grid.sync();
    x[i] = last;
}

int main(void)
{
    const int n = 200;
    float *x;
    cudaMallocManaged(&x, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = (float)i;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaLaunchConfig_t config = {};
    config.gridDim = (n + 63) / 64;
    config.blockDim = dim3(64);
    config.dynamicSmemBytes = 64 * sizeof(float);
    config.stream = stream;
    cudaError_t ok = cudaLaunchKernelEx(&config, scale<float>, x, 2, n); /* 2 becomes 2.0f */
    cudaStreamSynchronize(stream);
    int wrong = ok != cudaSuccess;
    for (int i = 0; i < n; i++)
        wrong += x[i] != 2 * i;

    cudaLaunchConfig_t one = { dim3(1), dim3(32), 0, 0 };
    int seven = 7;
    void *arguments[] = { &x, &seven };
    wrong += cudaLaunchKernelExC(&one, (const void *)set, arguments) != cudaSuccess;
    cudaDeviceSynchronize();
    wrong += x[31] != 7 || x[32] != 64;
    one.blockDim = dim3(2048);
    wrong += cudaLaunchKernelEx(&one, set, x, 1) != cudaErrorInvalidConfiguration;
    cudaGetLastError();

    cudaLaunchAttribute together[1];
    together[0].id = cudaLaunchAttributeCooperative;
    together[0].val.cooperative = 1;
    config = { dim3(2), dim3(32), 0, stream, together, 1 };
    wrong += cudaLaunchKernelEx(&config, rotate, x) != cudaSuccess;
    cudaStreamSynchronize(stream);
    wrong += x[0] != 126 || x[1] != 7 || x[33] != 64;
    cudaStreamDestroy(stream);
    cudaFree(x);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
