/* expects: gpu_ex52 WRONG .*none of the four */
/* only the CPU device can tell */
/* The four streams wait for an event of the default stream first. "It uses the streams that it
 * is given, and no other ... They do not wait for the default stream" */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);
    static cudaEvent_t start;

    if (!start && cudaEventCreateWithFlags(&start, cudaEventDisableTiming))
        return;
    cudaEventRecord(start, 0);
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamWaitEvent(streams[s], start, 0);
    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
