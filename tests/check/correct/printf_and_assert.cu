/* A kernel that prints and asserts. */
#include <assert.h>
#include <stdio.h>

__global__ void check(const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(n > 0);
    if (i < n) {
        assert(x[i] == i);
        if (i % 100 == 0)
            printf("x[%d] = %d in block %d\n", i, x[i], (int)blockIdx.x);
    }
}

int main(void)
{
    const int n = 300;
    int x[n], *d_x;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    check<<<3, 128>>>(d_x, n);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(d_x);
    return error != cudaSuccess;
}
