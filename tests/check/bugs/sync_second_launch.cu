/* finds: missing-synchronize */
/* The first launch is waited for; after the second the host forgets. */
#include <stdio.h>

__global__ void add_one(int *x, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] += 1; // HERE
}

int main(void)
{
    const int n = 512;
    int *x, first;
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++)
        x[i] = i;
    add_one<<<1, 128>>>(x, n);
    cudaDeviceSynchronize();
    first = x[0];
    add_one<<<1, 128>>>(x, n);           // HERE
    printf("%d then %d\n", first, x[0]); // HERE
    cudaDeviceSynchronize();
    cudaFree(x);
    return first != 1;
}
