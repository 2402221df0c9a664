/* finds: barrier-divergence */
/* A thread that has found its value leaves the loop, and the others wait for it at the barrier in
 * the loop while it waits at the one after. */
__global__ void search(int *steps, const int *x, int n)
{
    __shared__ int window[64];
    int t = threadIdx.x, round = 0;
    for (; round < n / 64; round++) {
        window[t] = x[round * 64 + t];
        if (window[t] > 100)
            break;
        __syncthreads(); // HERE
    }
    __syncthreads(); // HERE
    steps[t] = round;
} // HERE

int main(void)
{
    const int n = 256;
    int x[n], *d_x, *d_steps;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_steps, 64 * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    search<<<1, 64>>>(d_steps, d_x, n);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_steps);
    return 0;
}
