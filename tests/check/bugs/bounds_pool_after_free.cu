/* finds: out-of-bounds */
/* A kernel uses memory that its own stream has given back before. */
__global__ void set(int *a)
{
    a[threadIdx.x] = 7; // HERE
}

int main(void)
{
    int *a;
    cudaMallocAsync(&a, 128, 0);
    cudaFreeAsync(a, 0);
    set<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    return 0;
}
