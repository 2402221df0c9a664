/* cudaMemcpy2D into the middle of a matrix; the kernel reads the middle only, cudaMemset2D clears a
 * corner, and that is read as well. */
#define N 40

__global__ void sum_part(int *sum, const int *m, int first_row, int first_col, int rows, int cols)
{
    int c = threadIdx.x, r = threadIdx.y;
    if (r < rows && c < cols)
        atomicAdd(sum, m[(first_row + r) * N + first_col + c]);
}

int main(void)
{
    int part[6][11], *m, *d_sum, sum, want = 0;
    for (int i = 0; i < 66; i++)
        want += part[i / 11][i % 11] = i;
    cudaMalloc(&m, N * N * sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    cudaMemcpy2D(m + 10 * N + 13, N * sizeof(int), part, sizeof part[0], sizeof part[0], 6,
                 cudaMemcpyHostToDevice);
    cudaMemset2D(m + 30 * N + 30, N * sizeof(int), 0, 10 * sizeof(int), 10);
    sum_part<<<1, dim3(16, 16)>>>(d_sum, m, 10, 13, 6, 11);
    sum_part<<<1, dim3(16, 16)>>>(d_sum, m, 30, 30, 10, 10);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(m);
    cudaFree(d_sum);
    return sum != want;
}
