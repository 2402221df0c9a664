/* Exam 2, question 1: counts of the positive numbers. -DKERNEL=count_early and -DKERNEL=count_right
 * choose another one than count; -DN=1000 another length than 1,024. */
#include <cuda_runtime.h>
#include <stdio.h>

#ifndef KERNEL
#define KERNEL count
#endif
#ifndef N
#define N 1024
#endif

// begin count
__global__ void count(int *hits, const float *x, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    s[t] = i < n && x[i] > 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    atomicAdd(hits, s[0]);
}
// end

__global__ void count_early(int *hits, const float *x, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    // begin early
    if (i >= n)
        return;
    s[t] = x[i] > 0;
    // end
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(hits, s[0]);
}

__global__ void count_right(int *hits, const float *x, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    s[t] = i < n && x[i] > 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    // begin right
    if (t == 0)
        atomicAdd(hits, s[0]);
    // end
}

int main(void)
{
    float *x;
    int *hits;

    cudaMallocManaged(&x, N * sizeof *x);
    cudaMallocManaged(&hits, sizeof *hits);
    for (int i = 0; i < N; i++)
        x[i] = 1;
    *hits = 0;
    KERNEL<<<(N + 255) / 256, 256>>>(hits, x, N);
    cudaDeviceSynchronize();
    printf("%d\n", *hits);
    cudaFree(x);
    cudaFree(hits);
    return 0;
}
