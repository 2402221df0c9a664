/* expects: gpu_ex52 ok */
/* goals: gpu_ex52 done */
/* Each kernel stands in another stream than its copies, and events keep the order. */
#include "../../wrong/lab05/all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);
    static cudaEvent_t there[TRANSFERS_STREAMS], computed[TRANSFERS_STREAMS];

    for (int s = 0; s < TRANSFERS_STREAMS && !computed[s]; s++)
        if (cudaEventCreate(&there[s]) || cudaEventCreate(&computed[s]))
            return;
    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each, s = chunk % TRANSFERS_STREAMS;
        size_t bytes = here * sizeof(float);
        cudaStream_t copies = streams[s], kernels = streams[(s + 1) % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, copies);
        cudaEventRecord(there[s], copies);
        cudaStreamWaitEvent(kernels, there[s], 0);
        transfers_step(d_x + first, here, ops, kernels);
        cudaEventRecord(computed[s], kernels);
        cudaStreamWaitEvent(copies, computed[s], 0);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, copies);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
