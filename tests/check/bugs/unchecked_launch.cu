/* finds: unchecked-error */
/* A block of 2,048 threads: the launch is refused, and nobody asks. */
__global__ void twice(int *a)
{
    a[threadIdx.x] = 2 * threadIdx.x;
}

int main(void)
{
    int *d;

    cudaMalloc(&d, 8192);
    twice<<<1, 2048>>>(d); // HERE
    twice<<<1, 1024>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
