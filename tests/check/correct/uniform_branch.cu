/* A barrier in a branch and in a loop that all threads of a block take alike. */
#include "../host.h"

__global__ void rotate(int *x, const int *rounds)
{
    __shared__ int s[96];
    int t = threadIdx.x, i = blockIdx.x * 96 + t;
    s[t] = x[i];
    if (rounds[blockIdx.x] > 0) {
        __syncthreads();
        for (int r = 0; r < rounds[blockIdx.x]; r++) {
            int v = s[(t + 1) % 96];
            __syncthreads();
            s[t] = v;
            __syncthreads();
        }
    }
    x[i] = s[t];
}

int main(void)
{
    const int blocks = 8, n = 96 * blocks;
    int *x = counted<int>(n), *rounds = made<int>(blocks, [](int b) { return b * 3 % 5; });
    rotate<<<blocks, 96>>>(x, rounds);
    return end(differ(x, n, [](int i) { return i / 96 * 96 + (i % 96 + i / 96 * 3 % 5) % 96; }));
}
