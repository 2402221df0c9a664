/* in the long tests, expects: gpu_ex52 WRONG n = [0-9]+, .*y\[[0-9]+\] = .*, expected */
/* A kernel waits for the event of the chunk before its own. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);
    cudaEvent_t event[2];

    cudaEventCreate(&event[0]);
    cudaEventCreate(&event[1]);
    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaStream_t next = streams[(chunk + 1) % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        cudaEventRecord(event[chunk % 2], stream);
        cudaStreamWaitEvent(next, event[(chunk + 1) % 2], 0);
        transfers_step(d_x + first, here, ops, next);
        cudaEventRecord(event[chunk % 2], next);
        cudaStreamWaitEvent(stream, event[chunk % 2], 0);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
    cudaEventDestroy(event[0]);
    cudaEventDestroy(event[1]);
}
