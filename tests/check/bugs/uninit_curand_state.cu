/* finds: uninitialized */
/* Nobody has called curand_init. */
#include <curand_kernel.h>
#include <stdio.h>

__global__ void draw(curandStatePhilox4_32_10_t *states, float *x)
{
    curandStatePhilox4_32_10_t *mine = &states[threadIdx.x];
    x[threadIdx.x] = curand_normal(mine); // HERE
}

int main(void)
{
    const int n = 64;
    curandStatePhilox4_32_10_t *states;
    float *x, first;
    cudaMalloc(&states, n * sizeof *states);
    cudaMalloc(&x, n * sizeof *x);
    draw<<<1, n>>>(states, x);
    cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
    cudaFree(states);
    cudaFree(x);
    printf("%g\n", first);
    return 0;
}
