/* finds: out-of-bounds */
/* The kernel keeps one element more than its threads; the launch asks for one per thread. */
__global__ void shift(int *out, const int *in, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    if (t == 0)
        s[blockDim.x] = i + (int)blockDim.x < n ? in[i + blockDim.x] : -1; // HERE
    __syncthreads();
    out[i] = s[t + 1]; // HERE
}

int main(void)
{
    const int n = 512, block = 64;
    int x[n], *d_in, *d_out, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_in, sizeof x);
    cudaMalloc(&d_out, sizeof x);
    cudaMemcpy(d_in, x, sizeof x, cudaMemcpyHostToDevice);
    shift<<<n / block, block, block * sizeof(int)>>>(d_out, d_in, n);
    cudaMemcpy(x, d_out, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n - 1; i++)
        wrong += x[i] != i + 1;
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
