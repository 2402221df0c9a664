/* in the long tests, expects: gpu_ex21 WRONG (stream of its own|waited) */
/* Launches in a stream of its own, and waits for that. */
#include "all_but_ex21.h"

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    cudaStream_t stream;
    int blocks = pieces(m, BLOCK_Y) * pieces(n, BLOCK_X);

    cudaStreamCreate(&stream);
    matmul_naive_ex21_kernel<<<blocks, dim3(BLOCK_X, BLOCK_Y), 0, stream>>>(d_c, d_a, d_b, m, n, k);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}
