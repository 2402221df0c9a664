/* The last block done, where every thread of every block leaves a part: all
 * fence, a barrier, one ticket; then all threads of the last block read all
 * parts. */
#include "../host.h"

__device__ unsigned finished;

__global__ void normalise(float *y, float *parts, const float *x, int n)
{
    __shared__ bool last;
    int t = threadIdx.x, all = gridDim.x * blockDim.x, sum_at = blockIdx.x * blockDim.x + t;
    float sum = 0;
    for (int i = sum_at; i < n; i += all)
        sum += x[i];
    parts[sum_at] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        float total = 0;
        for (int i = 0; i < all; i++)
            total += parts[i];
        for (int i = t; i < n; i += blockDim.x)
            y[i] = x[i] / total;
        if (t == 0)
            finished = 0;
    }
}

int main(void)
{
    const int n = 512;
    float *x = filled<float>(n, 2), *y = unset<float>(n), *parts = unset<float>(6 * 32);
    for (int round = 0; round < 3; round++)
        normalise<<<6, 32>>>(y, parts, x, n);
    return end(differ(y, n, [](int i) { return 1.0f / n; }));
}
