/* finds: out-of-bounds */
/* A pointer walks over a table in constant memory, and past its end. */
__constant__ float weights[5];

__global__ void sum_of(float *out, int n)
{
    const float *w = weights;
    float sum = 0;
    while (w <= weights + n)
        sum += *w++; // HERE
    out[threadIdx.x] = sum;
}

int main(void)
{
    const int n = 5;
    float w[n] = { 1, 2, 3, 2, 1 }, *d_out;
    cudaMalloc(&d_out, 32 * sizeof(float));
    cudaMemcpyToSymbol(weights, w, sizeof w);
    sum_of<<<1, 32>>>(d_out, n);
    cudaDeviceSynchronize();
    cudaFree(d_out);
    return 0;
}
