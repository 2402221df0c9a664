/* in the long tests, expects: gpu_ex31 WRONG stream of its own */
/* only the CPU device can tell */
/* Launches in a stream that it has made itself, which waits for the default one. */
#include "all_but_ex31.h"

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static cudaStream_t stream;
    int blocks = pieces(m, SIDE) * pieces(n, SIDE);

    if (!stream)
        cudaStreamCreate(&stream);
    matmul_tiled_ex31_kernel<<<blocks, dim3(DEPTH, DEPTH), 0, stream>>>(d_c, d_a, d_b, m, n, k);
}
