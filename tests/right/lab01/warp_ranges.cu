/* in the long tests, expects: gpu_v1 ok */
/* Each warp has a range of its own, and each lane keeps its sums in a struct until the end. */
#include "../../wrong/lab01/all_but_v1.h"

struct pair {
    float x, y;
    __device__ float sum() const
    {
        return x + y;
    }
};

__global__ void add_by_warps(float *c, const float *a, const float *b, int n)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int warps = gridDim.x * blockDim.x / 32;
    int each = ((n + warps - 1) / warps + 31) / 32 * 32;

    for (int i = warp * each + lane; i < (warp + 1) * each && i < n; i += 32) {
        pair p = { __ldg(a + i), __ldg(b + i) };
        c[i] = p.sum();
    }
}

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_by_warps<<<108, 1024>>>(d_c, d_a, d_b, n);
}
