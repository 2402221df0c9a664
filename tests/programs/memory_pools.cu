// Memory pools: the device's own with a threshold, one of the program's own with a limit, what each says of itself.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

#define EXPECT(call, error)                                                                        \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != (error)) {                                                                        \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(e));                                \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)
#define OK(call) EXPECT(call, cudaSuccess)

__global__ void number(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

int main()
{
    const int n = 10000;
    cudaMemPool_t pool, same, mine;
    cudaStream_t stream;
    uint64_t most = UINT64_MAX, bytes = 0;
    int *a, *b, last, reuse = 0;

    OK(cudaStreamCreate(&stream));
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaDeviceGetMemPool(&same, 0));
    if (same != pool)
        return 2;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes));
    if (bytes != UINT64_MAX)
        return 3;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));

    OK(cudaMallocAsync(&a, n * sizeof(int), stream));
    number<<<(n + 255) / 256, 256, 0, stream>>>(a, n);
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes));
    if (bytes < n * sizeof(int))
        return 4;
    OK(cudaMemcpyAsync(&last, a + n - 1, sizeof(int), cudaMemcpyDeviceToHost, stream));
    OK(cudaFreeAsync(a, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes));
    if (bytes || last != n - 1)
        return 5;
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &bytes));
    if (bytes < n * sizeof(int))
        return 6;
    OK(cudaMemPoolTrimTo(pool, 0));

    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypeNone;
    props.location.type = cudaMemLocationTypeDevice;
    OK(cudaMemPoolCreate(&mine, &props));
    OK(cudaMallocFromPoolAsync(&b, n * sizeof(int), mine, stream));
    number<<<(n + 255) / 256, 256, 0, stream>>>(b, n);
    OK(cudaMemcpyAsync(&last, b + n / 2, sizeof(int), cudaMemcpyDeviceToHost, stream));
    OK(cudaFreeAsync(b, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaDeviceSetMemPool(0, mine));
    OK(cudaDeviceGetMemPool(&same, 0));
    if (last != n / 2 || same != mine)
        return 7;
    OK(cudaMallocAsync(&b, sizeof(int), pool, stream));
    OK(cudaFreeAsync(b, stream));
    OK(cudaMemPoolDestroy(mine));
    EXPECT(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
    cudaGetLastError();
    props.location.id = 99;
    if (cudaMemPoolCreate(&mine, &props) == cudaSuccess)
        return 8;
    cudaGetLastError();
    OK(cudaStreamDestroy(stream));
    printf("pools: PASS\n");
    return 0;
}
