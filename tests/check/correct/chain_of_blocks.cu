/* Each block waits for the flag of the one before, adds to its sum and hands
 * on: all blocks read what block 0 wrote, through a chain of fences and
 * atomics. */
__global__ void chain(int *sums, int *flags, int *origin, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    if (b == 0) {
        *origin = 1000;
        sums[0] = 1;
    } else {
        while (atomicAdd(&flags[b - 1], 0) == 0)
            ;
        __threadfence();
        sums[b] = sums[b - 1] + b + 1;
    }
    __threadfence();
    atomicExch(&flags[b], 1);
    out[b] = *origin + sums[b];
}

int main(void)
{
    const int n = 40;
    int out[n], *d_sums, *d_flags, *d_origin, *d_out, wrong = 0;
    cudaMalloc(&d_sums, sizeof out);
    cudaMalloc(&d_flags, sizeof out);
    cudaMalloc(&d_origin, sizeof(int));
    cudaMalloc(&d_out, sizeof out);
    cudaMemset(d_flags, 0, sizeof out);
    chain<<<n, 32>>>(d_sums, d_flags, d_origin, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += out[i] != 1000 + (i + 1) * (i + 2) / 2;
    cudaFree(d_sums);
    cudaFree(d_flags);
    cudaFree(d_origin);
    cudaFree(d_out);
    return wrong != 0;
}
