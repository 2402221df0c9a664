// cudaMallocAsync and pools, occupancy queries, function attributes, memory info, pointer
// attributes, and a launch at the block size that the runtime proposes.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_TRY(e) do { cudaError_t r_ = e; if (r_ != cudaSuccess) { \
    fprintf(stderr, "%s(%d): %s\n", __func__, __LINE__, cudaGetErrorName(r_)); return 1; } } while (false)
#define SAY(...) return fprintf(stderr, __VA_ARGS__), 1

__global__ void square(int *array, int arrayCount)
{
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx < arrayCount) array[idx] *= array[idx];
}

template <int N> __global__ void __launch_bounds__(N, 2) bounded(float *p)
{
    __shared__ float s[N];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[N - 1 - threadIdx.x];
}

__global__ void dynamic(int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

static size_t dynamic_bytes(int block) { return block * sizeof(int); }

static int pools()
{
    const size_t n = 10000;
    cudaStream_t stream;
    CUDA_TRY(cudaStreamCreate(&stream));
    int supported = 0;
    CUDA_TRY(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    if (!supported) { puts("no pools here"); return 0; }
    std::vector<int> h(n);
    for (size_t i = 0; i < n; i++) h[i] = i % 1000;
    for (int round = 0; round < 20; round++) {
        int *a = nullptr;
        CUDA_TRY(cudaMallocAsync(&a, n * sizeof(int), stream));
        CUDA_TRY(cudaMemcpyAsync(a, h.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream));
        square<<<(n + 127) / 128, 128, 0, stream>>>(a, n);
        std::vector<int> r(n);
        CUDA_TRY(cudaMemcpyAsync(r.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
        CUDA_TRY(cudaFreeAsync(a, stream));
        CUDA_TRY(cudaStreamSynchronize(stream));
        for (size_t i = 0; i < n; i++) if (r[i] != h[i] * h[i]) SAY("round %d: [%zu] %d\n", round, i, r[i]);
    }
    CUDA_TRY(cudaStreamDestroy(stream));
    return 0;
}

static int occupancy()
{
    int blockSize = 0, minGridSize = 0, gridSize, numBlocks = 0;
    CUDA_TRY(cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, square, 0, 0));
    cudaDeviceProp props;
    CUDA_TRY(cudaGetDeviceProperties(&props, 0));
    if (blockSize < 32 || blockSize > props.maxThreadsPerBlock || blockSize % 32 || minGridSize < 1)
        SAY("block %d, grid %d\n", blockSize, minGridSize);
    int n = 5001, *a;
    CUDA_TRY(cudaMallocManaged(&a, n * sizeof(int)));
    for (int i = 0; i < n; i++) a[i] = i;
    gridSize = (n + blockSize - 1) / blockSize;
    square<<<gridSize, blockSize>>>(a, n);
    CUDA_TRY(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) if (a[i] != i * i) SAY("a[%d] = %d\n", i, a[i]);
    CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocks, square, blockSize, 0));
    if (numBlocks < 1 || numBlocks * blockSize > props.maxThreadsPerMultiProcessor) SAY("%d blocks\n", numBlocks);
    float occupancy =
        (numBlocks * blockSize / props.warpSize) / (float)(props.maxThreadsPerMultiProcessor / props.warpSize);
    printf("Theoretical occupancy: %f\n", occupancy);
    CUDA_TRY(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGridSize, &blockSize, dynamic, dynamic_bytes, 256));
    if (blockSize < 1 || blockSize > 256) SAY("block %d with a limit of 256\n", blockSize);
    dynamic<<<1, blockSize, dynamic_bytes(blockSize)>>>(a);
    CUDA_TRY(cudaDeviceSynchronize());
    for (int i = 0; i < blockSize; i++) if (a[i] != blockSize - 1 - i) SAY("dynamic [%d] %d\n", i, a[i]);
    CUDA_TRY(cudaFree(a));

    cudaFuncAttributes attr;
    CUDA_TRY(cudaFuncGetAttributes(&attr, bounded<128>));
    if (attr.maxThreadsPerBlock < 128) SAY("bounded: %d threads at most\n", attr.maxThreadsPerBlock);
    CUDA_TRY(cudaFuncSetCacheConfig(square, cudaFuncCachePreferL1));
    float *f;
    CUDA_TRY(cudaMallocManaged(&f, 128 * sizeof(float)));
    for (int i = 0; i < 128; i++) f[i] = i;
    bounded<128><<<1, 128>>>(f);
    CUDA_TRY(cudaDeviceSynchronize());
    for (int i = 0; i < 128; i++) if (f[i] != 127 - i) SAY("bounded [%d] %g\n", i, f[i]);
    CUDA_TRY(cudaFree(f));
    return 0;
}

static int memory()
{
    size_t free0, total, free1;
    void *d, *h, *m;
    char local[8];
    CUDA_TRY(cudaMemGetInfo(&free0, &total));
    if (free0 > total || total < (64u << 20)) SAY("%zu of %zu bytes free\n", free0, total);
    CUDA_TRY(cudaMalloc(&d, 32 << 20));
    CUDA_TRY(cudaMemGetInfo(&free1, &total));
    if (free1 > total) SAY("%zu of %zu bytes free\n", free1, total);
    CUDA_TRY(cudaMallocHost(&h, 1000));
    CUDA_TRY(cudaMallocManaged(&m, 1000));
    cudaPointerAttributes pa;
    CUDA_TRY(cudaPointerGetAttributes(&pa, d));
    if (pa.type != cudaMemoryTypeDevice || pa.device != 0 || pa.devicePointer != d)
        SAY("device pointer: type %d\n", pa.type);
    CUDA_TRY(cudaPointerGetAttributes(&pa, (char *)d + 12345));
    if (pa.type != cudaMemoryTypeDevice) SAY("inside of it: type %d\n", pa.type);
    CUDA_TRY(cudaPointerGetAttributes(&pa, h));
    if (pa.type != cudaMemoryTypeHost || pa.hostPointer != h) SAY("pinned pointer: type %d\n", pa.type);
    CUDA_TRY(cudaPointerGetAttributes(&pa, m));
    if (pa.type != cudaMemoryTypeManaged) SAY("managed pointer: type %d\n", pa.type);
    CUDA_TRY(cudaPointerGetAttributes(&pa, local));
    if (pa.type != cudaMemoryTypeUnregistered) SAY("stack: type %d\n", pa.type);
    CUDA_TRY(cudaFree(d)); CUDA_TRY(cudaFreeHost(h)); CUDA_TRY(cudaFree(m));
    return 0;
}

int main() { return pools() || occupancy() || memory(); }
