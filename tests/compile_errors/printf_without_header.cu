// expects: printf is undefined without #include <stdio.h>
#include <stdlib.h>
#include <vector>

__global__ void greet(void) { printf("hello\n"); } /* here */

int main(void)
{
    std::vector<int> nothing;
    greet<<<1, 1>>>();
    return cudaDeviceSynchronize() ? EXIT_FAILURE : (int)nothing.size();
}
// nvcc: identifier "printf" is undefined
