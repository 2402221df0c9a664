/* refuses: (curand|curand_kernel\.h).* is not available on the CPU device */
#include <stdio.h>
#include <curand_kernel.h> /* here */

__global__ void pi(unsigned long long *hits)
{
    curandState state;
    curand_init(1234, threadIdx.x, 0, &state);
    float x = curand_uniform(&state), y = curand_uniform(&state);
    if (x * x + y * y <= 1) atomicAdd(hits, 1ull);
}

int main()
{
    unsigned long long *d;
    cudaMalloc(&d, sizeof *d);
    pi<<<1, 32>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
