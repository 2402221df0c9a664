/* Three streams, an event and arrays for work() of the file that includes this. */
static void work(float *x, float *y, float *z, int n, const cudaStream_t *s, cudaEvent_t read);

int main(void)
{
    const int n = 512;
    float *x, *y, *z;
    cudaStream_t s[3];
    cudaEvent_t read;
    for (int k = 0; k < 3; k++)
        cudaStreamCreate(&s[k]);
    cudaEventCreate(&read);
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&z, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    work(x, y, z, n, s, read);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    for (int k = 0; k < 3; k++)
        cudaStreamDestroy(s[k]);
    cudaEventDestroy(read);
    return 0;
}
