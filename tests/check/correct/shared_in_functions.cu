/* Shared arrays declared in device functions and reused by call after call,
 * across blocks. */
#include "../host.h"

__device__ float block_sum(float v)
{
    __shared__ float parts[2];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = v;
    __syncthreads();
    return parts[0] + parts[1];
}

__device__ void stats(const float *x, int n, float *result)
{
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < n; i += 64) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    result[0] = block_sum(sum);
    result[1] = block_sum(squares);
}

__global__ void rows(float *means, float *norms, const float *m, int cols)
{
    float result[2];
    stats(m + blockIdx.x * cols, cols, result);
    if (threadIdx.x == 0) {
        means[blockIdx.x] = result[0] / cols;
        norms[blockIdx.x] = result[1];
    }
}

int main(void)
{
    const int n = 12, cols = 100;
    float *m = made<float>(n * cols, [](int i) { return i / cols; }), *result = unset<float>(2 * n);
    rows<<<n, 64>>>(result, result + n, m, cols);
    int wrong = differ(result, n, [](int r) { return r; });
    return end(wrong + differ(result + n, n, [](int r) { return r * r * cols; }));
}
