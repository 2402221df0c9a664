/* finds: race */
/* __syncwarp orders the lanes of one warp; the value comes from the warp before. */
__global__ void pass_on(int *out, const int *in)
{
    __shared__ int s[4];
    int t = threadIdx.x, warp = t / 32;
    if (t < 4)
        s[t] = 0;
    __syncthreads();
    if (t % 32 == 0)
        s[warp] = in[blockIdx.x * 4 + warp]; // HERE
    __syncwarp();
    out[blockIdx.x * 128 + t] = s[warp > 0 ? warp - 1 : 0]; // HERE
}

int main(void)
{
    const int blocks = 3;
    int in[4 * blocks], out[128 * blocks], *d_in, *d_out, wrong = 0;
    for (int i = 0; i < 4 * blocks; i++)
        in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    pass_on<<<blocks, 128>>>(d_out, d_in);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128 * blocks; i++)
        wrong += i % 128 < 32 && out[i] != i / 128 * 4;
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
