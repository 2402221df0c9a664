/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex22 right kahan.cu:26 */
/* Sums with a correction, backwards, a warp per element and a tree of shuffles at the end. */
#include "../../wrong/lab02/all_but_ex22.h"

struct kahan {
    float sum, lost;
    __device__ void add(float x)
    {
        float y = x - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
};

__global__ void warp_per_element(float *c, const float *a, const float *b, int m, int n, int k)
{
    long long warp = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    long long warps = (long long)gridDim.x * blockDim.x / 32;
    int lane = threadIdx.x % 32;

    for (long long e = warp; e < (long long)m * n; e += warps) {
        int i = (int)(e / n), j = (int)(e % n);
        kahan sum = { 0, 0 };
        for (int p = k - 1 - lane; p >= 0; p -= 32)
            sum.add(a[i * k + p] * b[p * n + j]);
        for (int distance = 16; distance > 0; distance /= 2)
            sum.add(__shfl_xor_sync(0xffffffff, sum.sum, distance));
        if (lane == 0)
            c[e] = sum.sum;
    }
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (k < 32) /* most lanes would idle */
        matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
    else
        warp_per_element<<<min(m * n / 4 + 1, 4096), 128>>>(d_c, d_a, d_b, m, n, k);
}
