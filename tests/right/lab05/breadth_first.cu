/* expects: gpu_ex52 ok */
/* goals: gpu_ex52 done */
/* All copies there, then all kernels, then all copies back; waits for the device. */
#include "../../wrong/lab05/all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);

    for (int way = 0; way < 3; way++)
        for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
            int here = n - first < each ? n - first : each;
            size_t bytes = here * sizeof(float);
            cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
            if (way == 0)
                cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
            else if (way == 1)
                transfers_step(d_x + first, here, ops, stream);
            else
                cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
        }
    cudaDeviceSynchronize();
}
