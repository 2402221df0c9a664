/* Blocks draw jobs until none is left: a shared job number, two barriers, a uniform break. */
__global__ void work(int *out, int *next, const int *in, int jobs)
{
    __shared__ int job;
    __shared__ int s[32];
    int t = threadIdx.x;
    for (;;) {
        if (t == 0)
            job = atomicAdd(next, 1);
        __syncthreads();
        int mine = job;
        if (mine >= jobs)
            break;
        s[t] = in[mine * 32 + t];
        __syncthreads();
        out[mine * 32 + t] = s[31 - t];
    }
}

int main(void)
{
    const int jobs = 25, n = 32 * jobs;
    int x[n], *d_x, *d_y, *d_next, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMalloc(&d_next, sizeof(int));
    cudaMemset(d_next, 0, sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    work<<<4, 32>>>(d_y, d_next, d_x, jobs);
    cudaMemcpy(x, d_y, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != (i ^ 31);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_next);
    return wrong != 0;
}
