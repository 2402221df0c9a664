/* __syncwarp and a shuffle with a mask: only the lower half of each warp takes part. */
__global__ void half_warps(int *out, const int *in)
{
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32;
    if (lane < 16) {
        s[t] = in[blockIdx.x * 64 + t];
        __syncwarp(0x0000ffff);
        int v = s[t ^ 1];
        v += __shfl_xor_sync(0x0000ffff, v, 8);
        out[blockIdx.x * 64 + t] = v;
    } else {
        out[blockIdx.x * 64 + t] = 0;
    }
}

int main(void)
{
    const int n = 512;
    int x[n], y[n], *d_x, *d_y, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = 3 * i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    half_warps<<<n / 64, 64>>>(d_y, d_x);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += y[i] != (i % 32 < 16 ? x[i ^ 1] + x[i ^ 9] : 0);
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
