/* finds: wrong-memory */
/* A struct is passed by value, but one of the pointers in it is the host's. */
#include <stdlib.h>

struct vectors {
    int n;
    float *x, *y;
};

__global__ void scale(struct vectors v, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n)
        v.y[i] = a * v.x[i]; // HERE
}

int main(void)
{
    struct vectors v;
    float first = 0;
    v.n = 256;
    v.x = (float *)malloc(v.n * sizeof(float));
    for (int i = 0; i < v.n; i++)
        v.x[i] = 1 + i;
    cudaMalloc(&v.y, v.n * sizeof(float));
    scale<<<4, 64>>>(v, 3);
    cudaMemcpy(&first, v.y, sizeof first, cudaMemcpyDeviceToHost);
    cudaFree(v.y);
    free(v.x);
    return first != 3;
}
