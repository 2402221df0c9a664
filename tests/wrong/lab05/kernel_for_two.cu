/* expects: gpu_ex52 WRONG .*a kernel does more than one chunk */
/* only the CPU device can tell */
/* A kernel computes its own chunk and the one four further on, whose own kernel does nothing.
 * "Each has a copy there, a kernel and a copy back of its own" */
#include "all_but_ex52.h"

__global__ void two_ranges(float *x, float *far, int here, int there, int ops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < here)
        x[i] = transfers_element(x[i], ops);
    if (i < there)
        far[i] = transfers_element(far[i], ops);
}

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);

    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        if (chunk % (2 * TRANSFERS_STREAMS) >= TRANSFERS_STREAMS)
            continue;
        long long far = first + (long long)each * TRANSFERS_STREAMS;
        int here = n - first < each ? n - first : each;
        int there = far >= n ? 0 : n - far < each ? (int)(n - far) : each;
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, here * sizeof(float), cudaMemcpyHostToDevice,
                        stream);
        if (there)
            cudaMemcpyAsync(d_x + far, x + far, there * sizeof(float), cudaMemcpyHostToDevice,
                            stream);
        two_ranges<<<(here + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(d_x + first, d_x + far, here,
                                                                     there, ops);
        cudaMemcpyAsync(y + first, d_x + first, here * sizeof(float), cudaMemcpyDeviceToHost,
                        stream);
        if (!there)
            continue;
        transfers_step(d_x + far, there, 0, stream);
        cudaMemcpyAsync(y + far, d_x + far, there * sizeof(float), cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}
