/* finds: wrong-memory */
/* The rows of a matrix: cudaMalloc is to store each row's address in device memory, which the host
 * cannot. */
__global__ void fill(int **rows)
{
    rows[blockIdx.x][threadIdx.x] = 1;
}

int main(void)
{
    int **rows, *first;
    cudaMalloc(&rows, 4 * sizeof *rows);
    cudaMalloc(&first, 64);
    cudaMalloc(&rows[0], 16 * sizeof(int)); // HERE
    fill<<<1, 16>>>(rows);
    cudaDeviceSynchronize();
    cudaDeviceReset();
    return 0;
}
