/* As the older samples have it: a volatile flag and fences instead of atomics.
 */
__global__ void chain(volatile int *sums, volatile int *flags, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        int before = 0;
        if (b > 0) {
            while (flags[b - 1] == 0)
                ;
            __threadfence();
            before = sums[b - 1];
        }
        sums[b] = before + b;
        __threadfence();
        flags[b] = 1;
        out[b] = before + b;
    }
}

int main(void)
{
    const int n = 30;
    int out[n], *d_sums, *d_flags, *d_out, wrong = 0;
    cudaMalloc(&d_sums, sizeof out);
    cudaMalloc(&d_flags, sizeof out);
    cudaMalloc(&d_out, sizeof out);
    cudaMemset(d_flags, 0, sizeof out);
    chain<<<n, 32>>>(d_sums, d_flags, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += out[i] != i * (i + 1) / 2;
    cudaFree(d_sums);
    cudaFree(d_flags);
    cudaFree(d_out);
    return wrong != 0;
}
