/* finds: race */
/* Kernels made by a macro, as in a table of operations: one of them adds to a total plainly. */
#include <stdio.h>

#define KERNEL(name, statement)                                                                    \
    __global__ void name(int *out, const int *in, int n)                                           \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n) {                                                                               \
            statement;                                                                             \
        }                                                                                          \
    }

KERNEL(copy, out[i] = in[i])
KERNEL(total, *out += in[i]) // HERE
KERNEL(negate, out[i] = -in[i])

int main(void)
{
    const int n = 300;
    int x[n], sum = 0, *d_x, *d_y, *d_sum;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    copy<<<3, 100>>>(d_y, d_x, n);
    negate<<<3, 100>>>(d_x, d_y, n);
    total<<<3, 100>>>(d_sum, d_x, n);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_sum);
    return 0;
}
