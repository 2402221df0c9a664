/* finds: race */
/* Only two threads of the block meet: 70 reads what 5 writes, without a barrier between. */
__global__ void exchange(int *out, const int *in)
{
    __shared__ int box;
    int t = threadIdx.x;
    if (t == 0)
        box = 0;
    __syncthreads();
    if (t == 5)
        box = in[t]; // HERE
    if (t == 70)
        out[blockIdx.x] = box; // HERE
}

int main(void)
{
    int in[96], out[6], *d_in, *d_out, wrong = 0;
    for (int i = 0; i < 96; i++)
        in[i] = 100 + i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    exchange<<<6, 96>>>(d_out, d_in);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++)
        wrong += out[i] != 105;
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
