// expects: too_much_shared\.cu:4:.*shared memory
__global__ void k(float *p)
{
    __shared__ float tile[128][128];
    tile[threadIdx.y][threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    float *d;
    cudaMalloc(&d, 4096);
    k<<<1, dim3(32, 32)>>>(d);
    return 0;
}
// nvcc: takes it
