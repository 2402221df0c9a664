/* expects: gpu_ex12 WRONG stream of its own */
/* Launches in a stream of its own, for which nobody waits. */
#include "all_but_ex12.h"

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    static cudaStream_t stream;
    int quads = (n + 3) / 4;

    if (!stream)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    vector_add_ex12_kernel<<<(quads + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(d_c, d_a, d_b, n);
}
