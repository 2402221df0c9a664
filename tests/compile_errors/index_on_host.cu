// expects: threadIdx belongs to the threads of a kernel: function\("last_of"\) of the host has none
#include <stdio.h>
struct launch_shape {
    dim3 gridDim;
};
__global__ void first(int *p)
{
    p[threadIdx.x] = blockDim.x;
}

int last_of(int n)
{
    return n - 1 - threadIdx.x; /* here */
}

int main(void)
{
    dim3 blockDim(32), blockIdx;
    launch_shape shape = { 1 };
    int *p;
    cudaMalloc(&p, sizeof(int) * blockDim.x);
    first<<<shape.gridDim, blockDim>>>(p);
    printf("%d %u\n", last_of(32), blockIdx.x + shape.gridDim.x);
    return 0;
}
/* The linker refuses it: undefined reference to `__device_builtin_variable_threadIdx'. */
// nvcc: takes it
