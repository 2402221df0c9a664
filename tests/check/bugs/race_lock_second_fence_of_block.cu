/* finds: race */
/* The fence behind the taking by block 1 is only for its own block. */
__global__ void count(int *sum, int *lock)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum += 1; // HERE
        __threadfence();
        atomicExch(lock, 0);
    } else if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence_block();
        *sum += 2; // HERE
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main(void)
{
    int *d, sum;
    cudaMalloc(&d, 2 * sizeof(int));
    cudaMemset(d, 0, 2 * sizeof(int));
    count<<<2, 32>>>(d, d + 1);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return sum != 3;
}
