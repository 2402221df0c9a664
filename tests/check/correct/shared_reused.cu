/* One shared array for two purposes, a barrier between the last read and the next write. */
#include "../host.h"

__global__ void min_and_max(int *result, const int *x)
{
    __shared__ int s[128];
    int t = threadIdx.x, mine = x[blockIdx.x * 128 + t];
    s[t] = mine;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (t < d)
            s[t] = min(s[t], s[t + d]);
        __syncthreads();
    }
    int smallest = s[0];
    __syncthreads();
    s[t] = mine;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (t < d)
            s[t] = max(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) {
        result[2 * blockIdx.x] = smallest;
        result[2 * blockIdx.x + 1] = s[0];
    }
}

int main(void)
{
    const int blocks = 6, n = 128 * blocks;
    int wrong = 0;
    int *x = made<int>(n, [](int i) { return i / 128 * 1000 + (i * 55 % 128); });
    int *d_result = unset<int>(2 * blocks);
    min_and_max<<<blocks, 128>>>(d_result, x);
    const int *result = in_host(d_result, 2 * blocks);
    for (int b = 0; b < blocks; b++)
        wrong += result[2 * b] != b * 1000 || result[2 * b + 1] != b * 1000 + 127;
    return end(wrong);
}
