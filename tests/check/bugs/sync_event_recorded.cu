/* finds: missing-synchronize */
/* An event is recorded after the kernel; recording does not wait. */
#include <stdio.h>

__global__ void ramp(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 0.25f * i; // HERE
}

int main(void)
{
    const int n = 900;
    float *x, last;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMallocManaged(&x, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = 0;
    cudaEventRecord(start);
    ramp<<<(n + 127) / 128, 128>>>(x, n); // HERE
    cudaEventRecord(stop);
    last = x[n - 1]; // HERE
    cudaEventSynchronize(stop);
    printf("%g\n", last);
    cudaFree(x);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return 0;
}
