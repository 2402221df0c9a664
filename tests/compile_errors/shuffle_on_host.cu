// expects: calling a __device__ function\("__shfl_down_sync"\) from a __host__ function\("sum"\) is not allowed
static int sum(int x)
{
    for (int i = 16; i > 0; i /= 2)
        x += __shfl_down_sync(0xffffffff, x, i); /* here */
    return x;
}

int main(void)
{
    return sum(0);
}
// nvcc: calling a __device__ function("__shfl_down_sync(unsigned int, int, unsigned int, int)") from a __host__ function("sum") is not allowed
