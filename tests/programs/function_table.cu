/* A table of functions of the device, as kernels choose one by a number. */
#include <stdio.h>

typedef int (*operation)(int, int);
__device__ int sum(int a, int b) { return a + b; }
__device__ int product(int a, int b) { return a * b; }
__device__ operation table[2] = { sum, product };
namespace more
{
__constant__ operation others[][2] = { { product, sum }, { nullptr, product } };
}

__global__ void compute(int *r)
{
    r[0] = table[0](3, 4);
    r[1] = table[1](3, 4);
    r[2] = more::others[0][1](5, 6) + more::others[1][1](5, 6);
}

int main()
{
    int *r;
    cudaMallocManaged(&r, 3 * sizeof(int));
    compute<<<1, 1>>>(r);
    cudaDeviceSynchronize();
    bool right = r[0] == 7 && r[1] == 12 && r[2] == 41;
    if (!right)
        printf("%d %d %d\n", r[0], r[1], r[2]);
    cudaFree(r);
    return !right;
}
