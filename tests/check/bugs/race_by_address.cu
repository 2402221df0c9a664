/* finds: race */
/* The kernel is launched by its address and an array of arguments. */
__global__ void add(int *sum, int value)
{
    *sum += value + threadIdx.x; // HERE
}

int main(void)
{
    int *sum, value = 3;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    void *args[] = { &sum, &value };
    cudaLaunchKernel((const void *)add, dim3(2), dim3(16), args, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(sum);
    return 0;
}
