/* expects: gpu_ex52 WRONG n = 1023, .*copies to the device: 1, back: 4, expected of each: 4 */
/* only the CPU device can tell */
/* All of x first, then kernels and copies by chunk: the way there overlaps with nothing. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);

    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, streams[0]);
    cudaStreamSynchronize(streams[0]);
    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, here * sizeof(float), cudaMemcpyDeviceToHost,
                        stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
