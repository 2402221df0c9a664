/* finds: race */
/* Even and odd blocks take different locks for the same sum. */
#include <stdio.h>

__global__ void add(int *sum, int *locks)
{
    int *lock = &locks[blockIdx.x % 2];
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum += 1; // HERE
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main(void)
{
    int *d, sum;
    cudaMalloc(&d, 3 * sizeof(int));
    cudaMemset(d, 0, 3 * sizeof(int));
    add<<<20, 32>>>(d, d + 1);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    cudaFree(d);
    return 0;
}
