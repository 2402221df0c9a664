/* finds: race */
/* Two warps share a lock of their block; the first has no fence behind the taking. */
__global__ void count(int *sum, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicExch_block(lock, 1) != 0)
            ;
        *sum += 1; // HERE
        __threadfence_block();
        atomicExch_block(lock, 0);
    } else if (threadIdx.x == 32) {
        while (atomicExch_block(lock, 1) != 0)
            ;
        __threadfence_block();
        *sum += 2; // HERE
        __threadfence_block();
        atomicExch_block(lock, 0);
    }
}

int main(void)
{
    int *d, sum;
    cudaMalloc(&d, 2 * sizeof(int));
    cudaMemset(d, 0, 2 * sizeof(int));
    count<<<1, 64>>>(d, d + 1);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return sum != 3;
}
