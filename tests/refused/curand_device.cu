/* refuses: curandStateMRG32k3a is not available on the CPU device: of cuRAND there are, .* XORWOW and Philox4_32_10 */
#include <curand_kernel.h>

__global__ void draw(float *x)
{
    curandStateMRG32k3a state; /* here */
    curand_init(1234, threadIdx.x, 0, &state);
    x[threadIdx.x] = curand_uniform(&state);
}

int main()
{
    float *x;
    cudaMalloc(&x, 32 * sizeof *x);
    draw<<<1, 32>>>(x);
    return cudaDeviceSynchronize() != cudaSuccess;
}
