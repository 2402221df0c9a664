/* finds: race */
/* The first to draw a ticket writes the result after it; the others read it without waiting. */
#include <stdio.h>

__global__ void first_writes(int *tickets, int *value, int *out)
{
    if (threadIdx.x != 0)
        return;
    __threadfence();
    int ticket = atomicAdd(tickets, 1);
    __threadfence();
    if (ticket == 0)
        *value = 7; // HERE
    else
        out[blockIdx.x] = *value; // HERE
}

int main(void)
{
    int x[12], *d;
    cudaMalloc(&d, sizeof x);
    cudaMemset(d, 0, sizeof x);
    first_writes<<<10, 32>>>(d, d + 1, d + 2);
    cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
    printf("%d\n", x[11]);
    cudaFree(d);
    return 0;
}
