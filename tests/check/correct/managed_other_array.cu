/* While a kernel fills one managed array the host prepares the next one. */
__global__ void twice(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int main(void)
{
    const int n = 500;
    int *x[4], wrong = 0;
    for (int k = 0; k < 4; k++)
        cudaMallocManaged(&x[k], n * sizeof(int));
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < n; i++)
            x[k][i] = i + k;
        twice<<<4, 125>>>(x[k], n);
    }
    cudaDeviceSynchronize();
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < n; i++)
            wrong += x[k][i] != 2 * (i + k);
        cudaFree(x[k]);
    }
    return wrong != 0;
}
