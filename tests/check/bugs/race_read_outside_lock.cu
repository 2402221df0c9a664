/* finds: race */
/* The pair is written under a lock, and read after it is given back. */
#include "../host.h"

__device__ int lock = 0;

__global__ void update(int *pair, int *seen, const int *x, int n)
{
    int i = blockIdx.x;
    if (threadIdx.x != 0 || i >= n)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    pair[0] += x[i]; // HERE
    pair[1] += 1;    // HERE
    __threadfence();
    atomicExch(&lock, 0);
    seen[i] = pair[0] / pair[1]; // HERE
}

int main(void)
{
    const int n = 20;
    int *x = filled<int>(n, 6), *seen = unset<int>(n), *pair = zeros<int>(2);
    update<<<n, 32>>>(pair, seen, x, n);
    return end();
}
