/* finds: missing-synchronize */
/* Host and kernel count together, but the kernel's atomic is one only within the device. */
__global__ void count(int *c)
{
    atomicAdd(c, 1);
} // HERE

int main(void)
{
    int *c;
    cudaMallocManaged(&c, sizeof *c);
    *c = 0;
    count<<<4, 64>>>(c); // HERE
    for (int i = 0; i < 100; i++)
        __sync_fetch_and_add(c, 1); // HERE
    cudaDeviceSynchronize();
    int sum = *c;
    cudaFree(c);
    return sum == 0;
}
