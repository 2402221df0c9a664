/* finds: wrong-memory */
/* The input is an array from malloc; a kernel on a GPU cannot read it. */
#include <stdlib.h>

__global__ void twice(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i]; // HERE
}

int main(void)
{
    const int n = 800;
    float *x = (float *)malloc(n * sizeof(float)), *y = (float *)malloc(n * sizeof(float)), *d_y;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc((void **)&d_y, n * sizeof(float));
    twice<<<(n + 255) / 256, 256>>>(d_y, x, n);
    cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += y[i] != 2 * i;
    cudaFree(d_y);
    free(x);
    free(y);
    return wrong != 0;
}
