/* finds: uninitialized */
/* Shared memory of one block is not that of the next: only block 0 fills it. */
#include <stdio.h>

__global__ void k(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (blockIdx.x == 0)
        s[t] = t;
    __syncthreads();
    out[blockIdx.x * 32 + t] = s[31 - t]; // HERE
}

int main(void)
{
    int x[96], *d_x;
    cudaMalloc(&d_x, sizeof x);
    k<<<3, 32>>>(d_x);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    printf("%d\n", x[32]);
    cudaFree(d_x);
    return x[0] != 31;
}
