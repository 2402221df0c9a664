/* finds: race */
/* A stencil that writes over its own input: a neighbour may be old or new. */
#include <stdio.h>

__global__ void smooth(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3; // HERE
}

int main(void)
{
    const int n = 2000;
    float x[n], *d_x;
    for (int i = 0; i < n; i++)
        x[i] = i % 100;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    smooth<<<(n + 127) / 128, 128>>>(d_x, n);
    cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("x[1] = %g\n", x[1]);
    cudaFree(d_x);
    return 0;
}
