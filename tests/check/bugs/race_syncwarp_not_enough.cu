/* finds: race */
/* __syncwarp orders the lanes of one warp; the value comes from the warp before. */
#include "../host.h"

__global__ void pass_on(int *out, const int *in)
{
    __shared__ int s[4];
    int t = threadIdx.x, warp = t / 32;
    if (t < 4)
        s[t] = 0;
    __syncthreads();
    if (t % 32 == 0)
        s[warp] = in[blockIdx.x * 4 + warp]; // HERE
    __syncwarp();
    out[blockIdx.x * 128 + t] = s[warp > 0 ? warp - 1 : 0]; // HERE
}

int main(void)
{
    const int blocks = 3;
    int *in = counted<int>(4 * blocks), *out = unset<int>(128 * blocks);
    pass_on<<<blocks, 128>>>(out, in);
    return end(at(out, 7) != 0);
}
