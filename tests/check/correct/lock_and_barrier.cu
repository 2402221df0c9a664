/* One thread takes the lock, a barrier lets the block in. */

__global__ void add(int *sum, int *lock, const int *x)
{
    int t = threadIdx.x;
    if (t == 0)
        while (atomicCAS(lock, 0, 1) != 0)
            ;
    __syncthreads();
    sum[t] += x[blockIdx.x];
    __threadfence();
    __syncthreads();
    if (t == 0)
        atomicExch(lock, 0);
}

int main(void)
{
    const int blocks = 9;
    int x[blocks], sum[32], *d_x, *d;
    for (int i = 0; i < blocks; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d, 33 * sizeof(int));
    cudaMemset(d, 0, 33 * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    add<<<blocks, 32>>>(d, d + 32, d_x);
    cudaMemcpy(sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d);
    return sum[0] != 36 || sum[31] != 36;
}
