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
    int rounds[blocks], wrong = 0;
    for (int b = 0; b < blocks; b++)
        rounds[b] = b * 3 % 5;
    int *d_x = counted<int>(n), *d_rounds = copy_of(rounds, blocks);
    rotate<<<blocks, 96>>>(d_x, d_rounds);
    const int *x = in_host(d_x, n);
    for (int i = 0; i < n; i++)
        wrong += x[i] != i / 96 * 96 + (i % 96 + rounds[i / 96]) % 96;
    return end(wrong);
}
