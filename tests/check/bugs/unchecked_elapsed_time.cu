/* finds: unchecked-error */
/* The time between two events is asked for before the second one has been waited for. */
#include <stdio.h>

__global__ void spin(float *a)
{
    float x = 1;
    for (int i = 0; i < 1000; i++)
        x = x * 0.999f + 1;
    a[threadIdx.x] = x;
}

int main(void)
{
    cudaEvent_t a, b;
    float *d, ms = -1;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaMalloc(&d, 64 * sizeof *d);
    cudaEventRecord(a);
    spin<<<1, 64>>>(d);
    cudaEventRecord(b);
    cudaEventElapsedTime(&ms, a, b); // HERE
    printf("%f ms\n", ms);
    cudaDeviceSynchronize();
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    cudaFree(d);
    return 0;
}
