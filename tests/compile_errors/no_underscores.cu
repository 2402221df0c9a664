// expects: no_underscores\.cu:6:[0-9]+: error: there is no syncthreads: did you mean __syncthreads\?
__global__ void k(float *x)
{
    __shared__ float all[32];
    all[threadIdx.x] = x[threadIdx.x];
    syncthreads();
    x[threadIdx.x] = all[31 - threadIdx.x];
}
int main()
{
    k<<<1, 32>>>(nullptr);
}
// nvcc: identifier "syncthreads" is undefined
