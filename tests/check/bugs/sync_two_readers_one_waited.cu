/* finds: missing-synchronize */
/* Two streams read what a third then overwrites: it has waited for one of them. */
#include "../main_two_readers.h"

__global__ void sum(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + x[n - 1 - i]; // HERE
}

__global__ void refill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i; // HERE
}

static void work(float *x, float *y, float *z, int n, const cudaStream_t *s, cudaEvent_t read)
{
    sum<<<4, 128, 0, s[0]>>>(y, x, n); // HERE
    sum<<<4, 128, 0, s[1]>>>(z, x, n); // HERE
    cudaEventRecord(read, s[0]);
    cudaStreamWaitEvent(s[2], read, 0);
    refill<<<4, 128, 0, s[2]>>>(x, n); // HERE
}
