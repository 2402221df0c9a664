/* expects: gpu_ex52 WRONG n = 1023, .*y\[1020\] was never written */
/* n / chunks rounded down, and no chunk for the rest. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks;

    for (int chunk = 0; chunk < chunks && each > 0; chunk++) {
        int first = chunk * each;
        size_t bytes = each * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, each, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
