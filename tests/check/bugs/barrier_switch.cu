/* finds: barrier-divergence */
/* Roles by warp, as in a pipeline: the producer's barrier is not the consumers'. */
__global__ void pipeline(float *out, const float *in, int rounds)
{
    float sum = 0;
    switch (threadIdx.x / 32) {
    case 0:
        for (int r = 0; r < rounds; r++) {
            __syncthreads(); // HERE
            sum += in[r * 32 + threadIdx.x];
        }
        break;
    default:
        for (int r = 0; r < rounds; r++) {
            sum += 1;
            __syncthreads(); // HERE
        }
    }
    out[threadIdx.x] = sum;
} // HERE

int main(void)
{
    const int rounds = 4;
    float x[32 * rounds], *d_x, *d_out;
    for (int i = 0; i < 32 * rounds; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_out, 96 * sizeof(float));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    pipeline<<<1, 96>>>(d_out, d_x, rounds);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_out);
    return 0;
}
