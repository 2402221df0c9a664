// expects: error: the arguments are missing: hello<<<grid, block>>>\(...\)
#include <stdio.h>
__global__ void hello() { printf("hello\n"); }

int main()
{
    hello<<<1, 4>>>; /* here */
    return cudaDeviceSynchronize();
}
// nvcc: expected a "("
