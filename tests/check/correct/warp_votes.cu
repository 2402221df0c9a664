/* Compaction by ballot and popc: each lane learns its place from the votes of its warp. */
__global__ void keep_odd(int *kept, int *count, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
    bool keep = i < n && x[i] % 2 != 0;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (lane == 0)
        base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        kept[base + __popc(votes & ((1u << lane) - 1))] = x[i];
}

int main(void)
{
    const int n = 2000;
    int x[n], count, sum = 0, *d_x, *d_kept, *d_count;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_kept, sizeof x);
    cudaMalloc(&d_count, sizeof count);
    cudaMemset(d_count, 0, sizeof count);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    keep_odd<<<(n + 127) / 128, 128>>>(d_kept, d_count, d_x, n);
    cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
    cudaMemcpy(x, d_kept, count * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++)
        sum += x[i] % 2 ? x[i] : -1000000;
    cudaFree(d_x);
    cudaFree(d_kept);
    cudaFree(d_count);
    return count != n / 2 || sum != n * n / 4;
}
