/* 1,024 locks for count() of the file that includes this: each guards a counter. All together count
 * LEAST or more. */
#include "lock.h"

#define LOCKS 1024
#ifndef LEAST
#define LEAST n
#endif

__global__ void count(int *counts, int *locks, int n);

int main(void)
{
    const int n = 4096;
    static int counts[LOCKS];
    int *d_counts, *d_locks, sum = 0;
    cudaMalloc(&d_counts, sizeof counts);
    cudaMalloc(&d_locks, sizeof counts);
    cudaMemset(d_counts, 0, sizeof counts);
    cudaMemset(d_locks, 0, sizeof counts);
    count<<<4, 256>>>(d_counts, d_locks, n);
    cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
    for (int k = 0; k < LOCKS; k++)
        sum += counts[k];
    cudaFree(d_counts);
    cudaFree(d_locks);
    return sum < LEAST || sum > n;
}
