/* finds: uninitialized */
/* Nobody has set the lock to 0 before its first taking. */
__global__ void count(int *sum, int *lock)
{
    if (threadIdx.x == 0) {
        for (int tries = 0; tries < 9 && atomicExch(lock, 1) != 0; tries++) // HERE
            ;
        __threadfence();
        *sum = 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main(void)
{
    int *d, sum;
    cudaMalloc(&d, 2 * sizeof(int));
    count<<<1, 32>>>(d, d + 1);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return sum != 1;
}
