/* Block reduction by shuffles: one value per warp in shared memory, then one warp. */
#include "../host.h"

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__global__ void reduce(float *sum, const float *x, int n)
{
    __shared__ float warps[32];
    int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        v += x[i];
    v = warp_sum(v);
    if (t % 32 == 0)
        warps[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < (int)blockDim.x / 32 ? warps[t] : 0;
        v = warp_sum(v);
        if (t == 0)
            atomicAdd(sum, v);
    }
}

int main(void)
{
    const int n = 4001;
    float *x = made<float>(n, [](int i) { return i % 5; }), *sum = zeros<float>();
    reduce<<<4, 256>>>(sum, x, n);
    return end(at(sum) != n / 5 * 10);
}
