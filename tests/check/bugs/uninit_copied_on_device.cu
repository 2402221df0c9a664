/* finds: uninitialized */
/* A copy from device to device of memory that was never set does not set it. */
#include "../host.h"

__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1; // HERE
}

int main(void)
{
    const int n = 100;
    int *a = unset<int>(n), *b = unset<int>(n);
    cudaMemcpy(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice);
    add_one<<<1, 128>>>(b, n);
    return end();
}
