/* finds: wrong-memory */
/* Two threads free what one of them took. */
#include <stdlib.h>

__global__ void both()
{
    __shared__ int *p;
    if (threadIdx.x == 0)
        p = (int *)malloc(sizeof *p);
    __syncthreads();
    free(p); // HERE
}

int main(void)
{
    both<<<1, 2>>>();
    cudaDeviceSynchronize();
    return 0;
}
