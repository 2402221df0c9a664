/* Dynamic shared memory carved into arrays of doubles, ints and bytes; another size next time. */
__global__ void carve(double *out, const double *in)
{
    extern __shared__ double values[];
    int n = blockDim.x, t = threadIdx.x;
    int *index = (int *)(values + n);
    unsigned char *flag = (unsigned char *)(index + n);
    values[t] = in[blockIdx.x * n + t];
    index[t] = n - 1 - t;
    flag[t] = t % 3 == 0;
    __syncthreads();
    out[blockIdx.x * n + t] = flag[index[t]] ? values[index[t]] : 0;
}

int main(void)
{
    const int n = 480;
    double x[n], y[n], *d_x, *d_y;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i + 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    for (int block = 40; block <= 120; block += 40) {
        carve<<<n / block, block, block *(sizeof(double) + sizeof(int) + 1)>>>(d_y, d_x);
        cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) {
            int from = block - 1 - i % block;
            wrong += y[i] != (from % 3 == 0 ? x[i / block * block + from] : 0);
        }
    }
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
