/* expects: gpu_ex52 ok */
/* goals: gpu_ex52 done */
/* The first of the four streams waits for events of the other three, and the CPU for the
 * first. */
#include "../../wrong/lab05/all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);
    cudaEvent_t done[TRANSFERS_STREAMS];

    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 1; s < TRANSFERS_STREAMS; s++) {
        cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming);
        cudaEventRecord(done[s], streams[s]);
        cudaStreamWaitEvent(streams[0], done[s], 0);
    }
    cudaStreamSynchronize(streams[0]);
    for (int s = 1; s < TRANSFERS_STREAMS; s++)
        cudaEventDestroy(done[s]);
}
