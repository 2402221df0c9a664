// expects: __shfl_down is no longer part of CUDA: write __shfl_down_sync\(0xffffffff, ...\)
__global__ void sum(int *p)
{
    int v = p[threadIdx.x];
    for (int by = 16; by > 0; by /= 2)
        v += __shfl_down(v, by); /* here */
    p[threadIdx.x] = v;
}

int main()
{
    sum<<<1, 32>>>(nullptr);
    return 0;
}
// nvcc: identifier "__shfl_down" is undefined
