/* expects: gpu_ex11 WRONG n = 257: c\[0\] = .* 256 of 257 wrong */
/* Every element is one place too far to the left, the last one twice. */
#include "all_but_ex11.h"

__global__ void add_shifted(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int from = i + 1 < n ? i + 1 : i;

    if (i < n)
        c[i] = a[from] + b[from];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_shifted<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
}
