/* A counter and a table that are variables of the device, a constant that the host sets. */
__device__ int table[256];
__device__ unsigned counted;
__constant__ int factor;

__global__ void fill_table(void)
{
    table[threadIdx.x] = factor * (int)threadIdx.x;
    if (threadIdx.x == 0)
        counted = 0;
}

__global__ void look_up(int *y, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = table[x[i]];
        atomicAdd(&counted, 1u);
    }
}

int main(void)
{
    const int n = 700, three = 3;
    int x[n], *d_x, *d_y, wrong = 0;
    unsigned count;
    for (int i = 0; i < n; i++)
        x[i] = i * 5 % 256;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMemcpyToSymbol(factor, &three, sizeof three);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    fill_table<<<1, 256>>>();
    look_up<<<(n + 63) / 64, 64>>>(d_y, d_x, n);
    cudaMemcpyFromSymbol(&count, counted, sizeof count);
    cudaMemcpy(x, d_y, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 3 * (i * 5 % 256);
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0 || count != (unsigned)n;
}
