/* finds: race, warning */
/* The largest value: a plain load spares most threads the atomic, and reads what others change. */
__global__ void largest(int *max, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > *max) // HERE
        atomicMax(max, x[i]); // HERE
}

int main(void)
{
    const int n = 100;
    int x[n], max = -1, *d_x, *d_max;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_max, sizeof max);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_max, &max, sizeof max, cudaMemcpyHostToDevice);
    largest<<<4, 32>>>(d_max, d_x, n);
    cudaMemcpy(&max, d_max, sizeof max, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_max);
    return max != n - 1;
}
