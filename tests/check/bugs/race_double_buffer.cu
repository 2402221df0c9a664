/* finds: race */
/* Two buffers, one barrier per step, but the next tile is stored into the buffer that is read. */
#include "../host.h"

#define BLOCK 64

__global__ void sums(int *out, const int *in, int steps)
{
    __shared__ int buffer[2][BLOCK];
    int t = threadIdx.x, sum = 0;
    buffer[0][t] = in[t];
    buffer[1][t] = 0;
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        int now = s & 1;
        if (s + 1 < steps)
            buffer[now][t] = in[(s + 1) * BLOCK + t]; // HERE
        sum += buffer[now][BLOCK - 1 - t];            // HERE
        __syncthreads();
    }
    out[t] = sum;
}

int main(void)
{
    const int steps = 5, n = steps * BLOCK;
    int *x = counted<int>(n), *d_sums = unset<int>(BLOCK);
    sums<<<1, BLOCK>>>(d_sums, x, steps);
    return end();
}
