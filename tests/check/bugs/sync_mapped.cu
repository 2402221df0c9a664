/* finds: missing-synchronize */
/* Zero copy: the kernel writes to the host's memory, which is printed too early. */
#include <stdio.h>

__global__ void answer(int *x)
{
    if (threadIdx.x == 0)
        *x = 42; // HERE
}

int main(void)
{
    int *x, *d_x;
    cudaHostAlloc((void **)&x, sizeof(int), cudaHostAllocMapped);
    *x = 0;
    cudaHostGetDevicePointer((void **)&d_x, x, 0);
    answer<<<1, 32>>>(d_x); // HERE
    printf("%d\n", *x);     // HERE
    cudaDeviceSynchronize();
    cudaFreeHost(x);
    return 0;
}
