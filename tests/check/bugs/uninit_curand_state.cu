/* finds: uninitialized */
/* Nobody has called curand_init. */
#include <curand_kernel.h>
#include "../host.h"

__global__ void draw(curandStatePhilox4_32_10_t *states, float *x)
{
    curandStatePhilox4_32_10_t *mine = &states[threadIdx.x];
    x[threadIdx.x] = curand_normal(mine); // HERE
}

int main(void)
{
    const int n = 64;
    curandStatePhilox4_32_10_t *states = unset<curandStatePhilox4_32_10_t>(n);
    float *x = unset<float>(n);
    draw<<<1, n>>>(states, x);
    return end();
}
