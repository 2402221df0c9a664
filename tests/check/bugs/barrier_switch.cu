/* finds: barrier-divergence */
/* Roles by warp, as in a pipeline: the producer's barrier is not the consumers'. */
#include "../host.h"

__global__ void pipeline(float *out, const float *in, int rounds)
{
    float sum = 0;
    switch (threadIdx.x / 32) {
    case 0:
        for (int r = 0; r < rounds; r++) {
            __syncthreads(); // HERE
            sum += in[r * 32 + threadIdx.x];
        }
        break;
    default:
        for (int r = 0; r < rounds; r++) {
            sum += 1;
            __syncthreads(); // HERE
        }
    }
    out[threadIdx.x] = sum;
} // HERE

int main(void)
{
    const int rounds = 4;
    float *x = counted<float>(32 * rounds), *out = unset<float>(96);
    pipeline<<<1, 96>>>(out, x, rounds);
    return end();
}
