// expects: malloc_no_cast\.cu:6:
#include <stdlib.h>
__global__ void k(float *p) { *p = 1; }
int main()
{
    float *h = malloc(4), *d;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(d);
    cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost);
}
// nvcc: a value of type "void *" cannot be used to initialize an entity of type "float *"
