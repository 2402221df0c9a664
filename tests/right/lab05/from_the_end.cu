/* expects: gpu_ex52 ok */
/* Chunks that differ by one element at most, the last one first; the host polls. */
#include "../../wrong/lab05/all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    for (int chunk = chunks - 1; chunk >= 0; chunk--) {
        int first = (long long)n * chunk / chunks, end = (long long)n * (chunk + 1) / chunks;
        size_t bytes = (end - first) * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        if (first == end)
            continue;
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, end - first, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        while (cudaStreamQuery(streams[s]) == cudaErrorNotReady)
            ;
}
