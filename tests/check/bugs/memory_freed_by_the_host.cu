/* finds: wrong-memory */
/* The host gives an array of cudaMalloc to free(). */
#include <stdlib.h>

__global__ void set(int *a)
{
    a[threadIdx.x] = 7;
}

int main(void)
{
    int *a;
    cudaMalloc(&a, 128);
    set<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    free(a); // HERE
    return 0;
}
