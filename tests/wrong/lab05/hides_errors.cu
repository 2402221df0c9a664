/* expects: gpu_ex52 WRONG n = 1, .*3 of its launches failed */
/* only the CPU device can tell */
/* Queues empty chunks, too, and takes the error of their kernels away. "empty ones have none" */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);

    for (int chunk = 0; chunk < chunks; chunk++) {
        int first = (long long)chunk * each < n ? chunk * each : n;
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
    cudaGetLastError();
}
