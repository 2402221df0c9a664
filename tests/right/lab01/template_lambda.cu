/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex12 right template_lambda.cu:13 */
/* A template over the elements per thread, and a lambda that adds. */
#include "../../wrong/lab01/all_but_ex12.h"

template <int EACH>
__global__ void add_each(float *__restrict__ c, const float *__restrict__ a,
                         const float *__restrict__ b, int n)
{
    int first = blockIdx.x * blockDim.x * EACH + threadIdx.x;
    auto add = [=](int i) {
        if (i < n)
            c[i] = a[i] + b[i];
    };

#pragma unroll
    for (int e = 0; e < EACH; e++)
        add(first + e * blockDim.x);
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_each<7><<<(n + 7 * 96 - 1) / (7 * 96), 96>>>(d_c, d_a, d_b, n);
}
