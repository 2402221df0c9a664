/* finds: out-of-bounds */
/* Array sizes are powers of two, so that the element past the end is the first
 * of the next array. */
__global__ void shift(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1]; // HERE
}

int main(void)
{
    const int n = 1024;
    float x[n], *a, *b, *c;
    cudaMalloc(&a, sizeof x);
    cudaMalloc(&b, sizeof x);
    cudaMalloc(&c, sizeof x);
    cudaMemset(a, 0, sizeof x);
    cudaMemset(b, 0, sizeof x);
    cudaMemset(c, 0, sizeof x);
    shift<<<8, 128>>>(b, a);
    shift<<<8, 128>>>(c, b);
    cudaMemcpy(x, c, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return x[5] != 0;
}
