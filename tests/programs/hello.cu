/* printf from kernels: eight greetings in any order, one line of formats. */
#include <stdio.h>
__device__ const char *greeting() { return "Hello"; }

__global__ void hello(int n)
{
    printf("%s from thread %d of block %d, %d in all\n", greeting(), threadIdx.x, blockIdx.x, n);
}

__global__ void formats()
{
    if (blockIdx.x * blockDim.x + threadIdx.x == 0)
        printf("%5.2f|%e|%-4d|%04x|%c|%lld|%llu|%s|%%|%g\n", 3.14159f, 1234.5, 42, 255, 'x',
            1ll << 40, ~0ull, "text", 0.5);
}

int main(void)
{
    hello<<<2, 4>>>(8);
    cudaDeviceSynchronize();
    printf("host\n");
    formats<<<3, 32>>>();
    return cudaDeviceSynchronize();
}
