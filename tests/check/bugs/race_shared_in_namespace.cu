/* finds: race */
/* The shared array is declared in a namespace within another, beside others. */
namespace lab::stage
{
static __shared__ int count, tile[64];
}

__global__ void shift(int *out, const int *in)
{
    int t = threadIdx.x;
    lab::stage::tile[t] = in[t];             // HERE
    out[t] = lab::stage::tile[(t + 1) % 64]; // HERE
}

int main(void)
{
    int x[64], *d;
    for (int i = 0; i < 64; i++)
        x[i] = i;
    cudaMalloc(&d, 2 * sizeof x);
    cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
    shift<<<1, 64>>>(d + 64, d);
    cudaMemcpy(x, d + 64, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return x[0] < 0;
}
