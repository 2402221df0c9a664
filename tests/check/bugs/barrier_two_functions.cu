/* finds: barrier-divergence */
/* Even warps wait in one function, odd warps in another. */
__device__ int from_left(int *s, int t, int v)
{
    s[t] = v;
    __syncthreads(); // HERE
    return s[t ^ 1];
}

__device__ int from_right(int *s, int t, int v)
{
    s[t] = -v;
    __syncthreads(); // HERE
    return s[t ^ 1];
}

__global__ void exchange(int *x)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    int v = x[t];
    x[t] = t / 32 % 2 == 0 ? from_left(s, t, v) : from_right(s, t, v);
}

int main(void)
{
    int x[128], *d_x;
    for (int i = 0; i < 128; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    exchange<<<1, 128>>>(d_x);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    return 0;
}
