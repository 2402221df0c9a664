/* Bytes are copied in a number that is no multiple of four, and read as bytes. */
#include "../host.h"

__global__ void sum(char *total, const char *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = x[i] + 1;
}

int main(void)
{
    const int n = 64;
    char text[n] = "abc", *x = unset<char>(n), *d = unset<char>(n);
    cudaMemcpy(x, text, 33, cudaMemcpyHostToDevice);
    cudaMemset(x + 33, 0, n - 33);
    sum<<<1, n>>>(d, x, n);
    return end();
}
