/* expects: gpu_ex52 WRONG n = 1023, .*works in a stream that is none of the four it was given */
/* only the CPU device can tell */
/* Chunks in the default stream. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);

    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, 0);
        transfers_step(d_x + first, here, ops, 0);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, 0);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
    cudaStreamSynchronize(0);
}
