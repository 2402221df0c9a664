// expects: calling a __device__ function\("__syncthreads"\) from a __host__ function\("main"\) is not allowed
__global__ void nothing(void) { __syncthreads(); }

int main(void)
{
    nothing<<<1, 1>>>();
    __syncthreads(); /* here */
    return 0;
}
// nvcc: calling a __device__ function("__syncthreads") from a __host__ function("main") is not allowed
