/* expects: gpu_ex52 ok */
/* goals: gpu_ex52 done */
/* Chunks from n * c / chunks on, in 64 bits; copies of one row with cudaMemcpy2DAsync. */
#include "../../wrong/lab05/all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    if (chunks > n)
        chunks = n;
    for (int chunk = 0; chunk < chunks; chunk++) {
        int first = (int)((long long)n * chunk / chunks);
        int here = (int)((long long)n * (chunk + 1) / chunks) - first;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpy2DAsync(d_x + first, bytes, x + first, bytes, bytes, 1, cudaMemcpyHostToDevice,
                          stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpy2DAsync(y + first, bytes, d_x + first, bytes, bytes, 1, cudaMemcpyDeviceToHost,
                          stream);
    }
    cudaDeviceSynchronize();
}
