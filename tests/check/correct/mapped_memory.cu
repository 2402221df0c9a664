/* Zero copy: host memory that is mapped, its address on the device, a synchronize. */
#include <stdlib.h>

__global__ void twice(int *y, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}

int main(void)
{
    const int n = 512;
    int *x, *d_x, *d_y, *y = (int *)malloc(n * sizeof(int)), wrong = 0;
    cudaHostAlloc(&x, n * sizeof(int), cudaHostAllocMapped);
    cudaHostRegister(y, n * sizeof(int), cudaHostRegisterMapped);
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaHostGetDevicePointer(&d_x, x, 0);
    cudaHostGetDevicePointer(&d_y, y, 0);
    twice<<<n / 128, 128>>>(d_y, d_x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += y[i] != 2 * i;
    cudaHostUnregister(y);
    cudaFreeHost(x);
    free(y);
    return wrong != 0;
}
