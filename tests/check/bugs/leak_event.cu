/* finds: leak */
/* One of the two events of a timing is never destroyed. */
#include <stdio.h>

__global__ void work(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

int main(void)
{
    const int n = 1000;
    float *d_x, ms;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop); // HERE
    cudaMalloc(&d_x, n * sizeof(float));
    cudaEventRecord(start);
    work<<<8, 125>>>(d_x, n);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    cudaEventDestroy(start);
    cudaFree(d_x);
    return ms < 0;
}
