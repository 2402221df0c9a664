// expects: assert is undefined without #include <assert.h>
#include <stdio.h>

__global__ void positive(int n) { assert(n > 0); } /* here */

int main(void)
{
    positive<<<1, 1>>>(1);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
// nvcc: identifier "assert" is undefined
