/* finds: missing-synchronize */
/* Memory is given back in stream s while a kernel of stream t may still use it. */
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
    cudaMallocAsync(&a, 128, s);
    cudaStreamSynchronize(s);
    set<<<1, 32, 0, t>>>(a); // HERE
    cudaFreeAsync(a, s);     // HERE
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    return 0;
}
