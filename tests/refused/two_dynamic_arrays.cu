/* refuses: extern __shared__ takes one array */
// Two names in one declaration: both are the same memory on a GPU, seldom what was meant.
__global__ void k(int *x)
{
    extern __shared__ int a[], b[]; /* here */
    a[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = b[blockDim.x - 1 - threadIdx.x];
}

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    k<<<1, 32, 128>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
