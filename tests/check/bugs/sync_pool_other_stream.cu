/* finds: missing-synchronize */
/* Memory is taken in stream s and used in stream t, which has not waited for s. */
__global__ void set(int *a)
{
    a[threadIdx.x] = 7; // HERE
}

int main(void)
{
    cudaStream_t s, t;
    int *a;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMallocAsync((void **)&a, 128, s); // HERE
    set<<<1, 32, 0, t>>>(a);              // HERE
    cudaStreamSynchronize(t);
    cudaFreeAsync(a, s);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    return 0;
}
