/* finds: race */
/* All threads draw from one generator: they change its state at the same time. */
#include <curand_kernel.h>
#include <stdio.h>

__global__ void set_up(curandState *state)
{
    curand_init(1, 0, 0, state);
}

__global__ void draw(curandState *state, float *x)
{
    x[threadIdx.x] = curand_uniform(state); // HERE
}

int main(void)
{
    const int n = 64;
    curandState *state;
    float *x, first;
    cudaMalloc(&state, sizeof *state);
    cudaMalloc(&x, n * sizeof *x);
    set_up<<<1, 1>>>(state);
    draw<<<1, n>>>(state, x);
    cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
    cudaFree(state);
    cudaFree(x);
    printf("%g\n", first);
    return 0;
}
