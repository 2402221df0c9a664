// expects: runtime_sized_shared\.cu:4:
__global__ void reverse(int *p, int n)
{
    __shared__ int s[n];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[n - 1 - threadIdx.x];
}

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    reverse<<<1, 32>>>(d, 32);
    return 0;
}
// nvcc: a variable length array cannot have static storage duration
