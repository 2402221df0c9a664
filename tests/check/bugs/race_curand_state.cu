/* finds: race */
/* All threads draw from one generator: they change its state at the same time. */
#include <curand_kernel.h>
#include "../host.h"

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
    curandState *state = unset<curandState>();
    float *x = unset<float>(n);
    set_up<<<1, 1>>>(state);
    draw<<<1, n>>>(state, x);
    return end();
}
