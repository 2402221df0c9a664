/* The same shared bytes as float and as int, through a union and through a pointer. */
union word {
    float f;
    unsigned u;
};

__global__ void exponents(int *e, const float *x, int n)
{
    __shared__ union word s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t].f = i < n ? x[i] : 1;
    __syncthreads();
    if (i < n)
        e[i] = (int)(s[t ^ 1].u >> 23 & 255) - 127;
}

int main(void)
{
    const int n = 256;
    float x[n], *d_x;
    int e[n], *d_e, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = 1u << i % 20;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_e, sizeof e);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    exponents<<<n / 64, 64>>>(d_e, d_x, n);
    cudaMemcpy(e, d_e, sizeof e, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += e[i] != (i ^ 1) % 20;
    cudaFree(d_x);
    cudaFree(d_e);
    return wrong != 0;
}
