/* expects: gpu_ex52 WRONG n = 4099, .*chunks = 2050 */
/* An event for each chunk, in an array of 1024. "chunks >= 1, maybe more than n"; "changes nothing
 * else" */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);
    static cudaEvent_t done[1024];
    static int made;
    int queued = 0;

    for (; made < 1024; made++)
        if (cudaEventCreateWithFlags(&done[made], cudaEventDisableTiming))
            return;
    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
        cudaEventRecord(done[queued++], stream);
    }
    for (int e = 0; e < queued; e++)
        cudaEventSynchronize(done[e]);
}
