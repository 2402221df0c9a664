/* A __device__ pointer is set by the host to memory of cudaMalloc; kernels go through it. */
__device__ float *rows;
__constant__ struct {
    int n;
    float scale;
} setup;

__device__ void own_scratch(int *scratch, int n)
{
    for (int i = 0; i < n; i++)
        scratch[i] = i * i;
}

__global__ void fill(void)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, scratch[8];
    own_scratch(scratch, 8);
    if (i < setup.n)
        rows[i] = setup.scale * scratch[i % 8];
}

int main(void)
{
    struct {
        int n;
        float scale;
    } s = { 100, 2 };
    float x[100], *d_x;
    int wrong = 0;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpyToSymbol(rows, &d_x, sizeof d_x);
    cudaMemcpyToSymbol(setup, &s, sizeof s);
    fill<<<2, 64>>>();
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 100; i++)
        wrong += x[i] != 2 * (i % 8) * (i % 8);
    cudaFree(d_x);
    return wrong != 0;
}
