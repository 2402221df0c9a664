/* 1,024 locks, each for a counter: threads of few blocks take many locks, each in turn. */
#define LOCKS 1024

__device__ void take(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void give(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void count(int *counts, int *locks, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        int k = (int)((i * 2654435761u >> 7) % LOCKS);
        for (int lane = 0; lane < 32; lane++)
            if (i % 32 == lane) {
                take(&locks[k]);
                counts[k] = counts[k] + 1;
                give(&locks[k]);
            }
    }
}

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
    return sum != n;
}
