/* expects: gpu_ex52 ok */
/* goals: gpu_ex52 right chained.cu:2[0-9] */
/* Each chunk waits in its stream for the one before, so nothing overlaps: slow, and not forbidden.
 * The CPU waits for the last chunk, which waits for all. */
#include "../../wrong/lab05/all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    static cudaEvent_t done[2];
    int last = 0;
    int each = n / chunks + (n % chunks > 0);

    for (int i = 0; i < 2 && !done[i]; i++)
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        if (chunk > 0)
            cudaStreamWaitEvent(stream, done[last], 0);
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
        last = chunk % 2;
        cudaEventRecord(done[last], stream);
    }
    cudaEventSynchronize(done[last]);
}
