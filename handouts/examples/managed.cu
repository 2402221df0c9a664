/* One pointer for host and device: handouts/en/occupancy.md, section 5.
 *
 *   make run FILE=handouts/examples/managed.cu */
#include <stdio.h>

__global__ void twice(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 2 * x[i];
}

int main(void)
{
    enum { n = 1000 };
    float *x;
    cudaMallocManaged(&x, n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = i; /* first touched here, so these pages begin on the host */
    twice<<<(n + 255) / 256, 256>>>(x, n);
    cudaDeviceSynchronize(); /* without it the next line reads too early */
    printf("x[10] = %g, x[999] = %g\n", x[10], x[999]);
    int right = x[10] == 20;
    cudaFree(x);
    return cudaGetLastError() != cudaSuccess || !right;
}
