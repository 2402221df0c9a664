/* in the long tests, expects: gpu_ex52 WRONG n = 16[0-9]+,  */
/* at the default size */
/* The place of a chunk is n times its number, which does not fit in an int. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    for (int chunk = 0; chunk < chunks; chunk++) {
        int first = (int)((unsigned)n * chunk) / chunks;
        int end = (int)((unsigned)n * (chunk + 1)) / chunks;
        size_t bytes = (end - first) * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        if (end <= first || first < 0)
            continue;
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, end - first, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
