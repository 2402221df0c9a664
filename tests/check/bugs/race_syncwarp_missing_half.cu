/* finds: race */
/* The popular last warp: a __syncwarp after each step, but a lane still reads what another writes
 * within the step. */
#include "../host.h"

__global__ void reduce(float *out, const float *in)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        volatile float *v = s;
        for (int d = 32; d > 0; d /= 2) {
            v[t] += v[t + d]; // HERE
            __syncwarp();
        }
    }
    if (t == 0)
        *out = s[0];
}

int main(void)
{
    float *x = filled<float>(64, 1), *y = unset<float>();
    reduce<<<1, 64>>>(y, x);
    return end();
}
