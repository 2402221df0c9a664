/* Asynchronous copies into two stages: the next tile comes while this one is read; a ragged end is
 * filled with zeroes, a stage is used again after a barrier, and nobody waits for the last group,
 * which is empty. */
#include <cuda_pipeline.h>
#include "../host.h"

#define BLOCK 64
#define STEPS 5

__device__ int offsets[4] = { 1, 2, 3, 4 };

__global__ void sums(int *out, const int *in, int n)
{
    __shared__ __align__(16) int stage[2][4 * BLOCK];
    __shared__ int offset[4];
    int t = threadIdx.x, sum = 0;

    if (t < 4)
        __pipeline_memcpy_async(&offset[t], &offsets[t], 4);
    for (int s = 0; s <= STEPS; s++) {
        int first = s * 4 * BLOCK + 4 * t, there = n - first;
        there = there < 0 ? 0 : there > 4 ? 4 : there;
        if (s < STEPS)
            __pipeline_memcpy_async(&stage[s & 1][4 * t], there ? &in[first] : in, 16,
                                    16 - 4 * there);
        __pipeline_commit();
        if (s == 0)
            continue;
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int i = 0; i < 4; i++)
            sum += stage[~s & 1][4 * (BLOCK - 1 - t) + i] + offset[i];
        __syncthreads();
    }
    out[t] = sum;
    stage[0][t] = sum; /* its last copy has been waited for */
}

int main(void)
{
    const int n = STEPS * 4 * BLOCK - 6;
    int *x = made<int>(n, [](int i) { return i % 1000; }), *y = unset<int>(BLOCK);
    sums<<<1, BLOCK>>>(y, x, n);
    return end(differ(y, BLOCK, [](int t) {
        int sum = 10 * STEPS;
        for (int s = 0; s < STEPS; s++)
            for (int i = 0; i < 4; i++) {
                int at = s * 4 * BLOCK + 4 * (BLOCK - 1 - t) + i;
                sum += at < n ? at % 1000 : 0;
            }
        return sum;
    }));
}
