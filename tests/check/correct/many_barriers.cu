/* A value is written, read by another thread only 256 or 65,536 barriers later.
 */
__global__ void wait_long(int *out)
{
    __shared__ int s[4];
    int t = threadIdx.x, sum = 0;
    if (t == 0)
        s[0] = s[1] = 7;
    for (int i = 0; i < 65536; i++) {
        __syncthreads();
        if (i == 255 && t == 33)
            sum += s[0];
        if (i == 65535 && t == 34)
            sum += s[1];
    }
    out[t] = sum;
}

int main(void)
{
    int x[40], *d_x;
    cudaMalloc(&d_x, sizeof x);
    wait_long<<<1, 40>>>(d_x);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return x[33] != 7 || x[34] != 7;
}
