/* Monte Carlo: generators kept in global memory between two kernels, and numbers made by the host's
 * calls in the same stream. */
#include <curand.h>
#include <curand_kernel.h>
#include <math.h>
#include <stdio.h>
#include "../host.h"

const int blocks = 4, threads = 64, n = blocks * threads;

__global__ void set_up(curandState *states, unsigned long long seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
}

__global__ void count(curandState *states, const float *more, unsigned *hits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    unsigned inside = more[i] * more[i] + more[i + n] * more[i + n] <= 1;
    for (int k = 0; k < 99; k++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        inside += x * x + y * y <= 1;
    }
    states[i] = state;
    atomicAdd(hits, inside);
}

int main(void)
{
    curandGenerator_t generator;
    curandState *states = unset<curandState>(n);
    float *more = unset<float>(2 * n);
    unsigned *d_hits = zeros<unsigned>();
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 7);
    curandGenerateUniform(generator, more, 2 * n);
    set_up<<<blocks, threads>>>(states, 1234);
    count<<<blocks, threads>>>(states, more, d_hits);
    unsigned hits = at(d_hits);
    curandDestroyGenerator(generator);
    printf("pi is about %g\n", 4.0 * hits / (100 * n));
    return end(fabs(4.0 * hits / (100 * n) - 3.14159) > 0.05);
}
