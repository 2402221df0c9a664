/* finds: out-of-bounds */
/* The row of a shared tile has 16 elements; the right neighbour of the last is in the next row. */
#define TILE 16

__global__ void right_minus_here(float *out, const float *in, int n)
{
    __shared__ float tile[TILE + 1][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    tile[ty][tx] = in[y * n + x];
    if (ty == 0)
        tile[TILE][tx] = 0;
    __syncthreads();
    out[y * n + x] = tile[ty][tx + 1] - tile[ty][tx]; // HERE
}

int main(void)
{
    const int n = 32;
    float m[n * n], *d_in, *d_out;
    int wrong = 0;
    for (int i = 0; i < n * n; i++)
        m[i] = i;
    cudaMalloc(&d_in, sizeof m);
    cudaMalloc(&d_out, sizeof m);
    cudaMemcpy(d_in, m, sizeof m, cudaMemcpyHostToDevice);
    right_minus_here<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_out, d_in, n);
    cudaMemcpy(m, d_out, sizeof m, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * n; i++)
        wrong += i % TILE < TILE - 1 && m[i] != 1;
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
