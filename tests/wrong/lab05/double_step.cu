/* expects: gpu_ex52 WRONG n = 1, .*chunks = 49, steps = 3: nothing was written */
/* The ends of the chunks are multiples of n / chunks in double: 49 times 1 / 49 is below 1, so the
 * last element is lost for some n and chunks. "A launcher computes y[0] .. y[n-1]" */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    double step = (double)n / chunks;
    int queued = 0;

    for (int chunk = 0; chunk < chunks; chunk++) {
        int first = (int)(chunk * step), here = (int)((chunk + 1) * step) - first;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[queued % TRANSFERS_STREAMS];
        if (here == 0)
            continue;
        queued++;
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
