/* finds: out-of-bounds */
/* Each thread makes an array of n numbers, and stores n + 1. */

__global__ void triangle(int *sums, int n)
{
    int *row = new int[n], sum = 0;
    if (!row)
        return;
    for (int i = 0; i <= n; i++)
        row[i] = i; // HERE
    for (int i = 0; i < n; i++)
        sum += row[i];
    sums[threadIdx.x] = sum;
    delete[] row;
}

int main(void)
{
    int *d;
    cudaMalloc(&d, 32 * sizeof *d);
    triangle<<<1, 32>>>(d, 6);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
