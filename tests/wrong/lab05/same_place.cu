/* in the long tests, expects: gpu_ex52 WRONG n = 1023, .*d_x\[[0-9]+\] differs from y\[[0-9]+\] */
/* Every chunk goes by way of the beginning of d_x, where the next one may already arrive. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);

    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
