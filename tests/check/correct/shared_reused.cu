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
    int *x = made<int>(n, [](int i) { return i / 128 * 1000 + (i * 55 % 128); });
    int *result = unset<int>(2 * blocks);
    min_and_max<<<blocks, 128>>>(result, x);
    return end(differ(result, 2 * blocks, [](int i) { return i / 2 * 1000 + i % 2 * 127; }));
}
