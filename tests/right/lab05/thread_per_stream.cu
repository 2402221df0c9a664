/* expects: gpu_ex52 ok */
/* goals: gpu_ex52 done */
/* Four threads of the CPU queue, each into its own stream, and wait when all have queued. */
#include "../../wrong/lab05/all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);

#pragma omp parallel for num_threads(TRANSFERS_STREAMS) schedule(static, 1)
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        for (long long first = (long long)s * each; first < n;
             first += (long long)TRANSFERS_STREAMS * each) {
            int here = n - first < each ? (int)(n - first) : each;
            size_t bytes = here * sizeof(float);
            cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, streams[s]);
            transfers_step(d_x + first, here, ops, streams[s]);
            cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, streams[s]);
        }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
