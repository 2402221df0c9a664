/* finds: race */
/* The kernel is launched by its address and an array of arguments. */
#include "../host.h"

__global__ void add(int *sum, int value)
{
    *sum += value + threadIdx.x; // HERE
}

int main(void)
{
    int value = 3, *sum = zeros<int>();
    void *args[] = { &sum, &value };
    cudaLaunchKernel((const void *)add, dim3(2), dim3(16), args, 0, 0);
    return end();
}
