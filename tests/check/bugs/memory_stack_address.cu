/* finds: wrong-memory */
/* The result goes to a local variable of main, which is no place for a kernel to write. */
__global__ void last(int *result, const int *x, int n)
{
    if (threadIdx.x == 0)
        *result = x[n - 1]; // HERE
}

int main(void)
{
    int x[100], *d_x, result = -1;
    for (int i = 0; i < 100; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    last<<<1, 32>>>(&result, d_x, 100);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    return result != 99;
}
