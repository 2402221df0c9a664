// expects: calling a __device__ function\("__syncwarp"\) from a __host__ function\("main"\) is not allowed
int main(void)
{
    __syncwarp(); /* here */
    return 0;
}
// nvcc: calling a __device__ function("__syncwarp(unsigned int)") from a __host__ function("main") is not allowed
