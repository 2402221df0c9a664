/* finds: misaligned */
/* Records of five bytes, a letter and an int: the int is read where it lies. */
__global__ void values(int *out, const unsigned char *records, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = *(const int *)(records + 5 * i + 1); // HERE
}

int main(void)
{
    const int n = 150;
    unsigned char records[5 * n], *d_records;
    int out[n], *d_out, wrong = 0;
    for (int i = 0; i < 5 * n; i++)
        records[i] = i % 5 == 1 ? i / 5 : 0;
    cudaMalloc(&d_records, sizeof records);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_records, records, sizeof records, cudaMemcpyHostToDevice);
    values<<<3, 50>>>(d_out, d_records, n);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += out[i] != i;
    cudaFree(d_records);
    cudaFree(d_out);
    return wrong != 0;
}
