/* finds: race */
/* The flag is set by an atomic of the block, and awaited by another block. */
__global__ void hand_over(int *data, int *flag, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 42; // HERE
        __threadfence();
        atomicAdd_block(flag, 1); // HERE
    } else {
        while (atomicAdd(flag, 0) == 0) // HERE
            ;
        __threadfence();
        *out = *data; // HERE
    }
}

int main(void)
{
    int out, *d;
    cudaMalloc(&d, 3 * sizeof(int));
    cudaMemset(d, 0, 3 * sizeof(int));
    hand_over<<<2, 32>>>(d, d + 1, d + 2);
    cudaMemcpy(&out, d + 2, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return out != 42;
}
