// expects: calling a __device__ function\("atomicAdd"\) from a __host__ function\("main"\) is not allowed
__global__ void count(int *p) { atomicAdd(p, 1); }

int main()
{
    int n = 0;
    count<<<1, 1>>>(nullptr);
    atomicAdd(&n, 1); /* here */
    return n;
}
// nvcc: calling a __device__ function("atomicAdd(int *, int)") from a __host__ function("main") is not allowed
