// expects: mistake_in_macro\.cu:11:
#include <stdio.h>
#define CHECK(call) do { cudaError_t e = (call); if (e) printf("%s\n", cudaGetErrorString(e)); } while (0)

__global__ void k(int *p) { *p = 1; }

int main()
{
    int *d;
    CHECK(cudaMalloc(&d, 4));
    CHECK(cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice));
    k<<<1, 1>>>(d);
    return 0;
}
// nvcc: identifier "h" is undefined
