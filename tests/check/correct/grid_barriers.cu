/* A cooperative launch: Jacobi steps with a barrier of the grid between them; partial sums that
 * stay in shared memory meanwhile; the first block adds them up. */
#include <cooperative_groups.h>
#include "../host.h"

namespace cg = cooperative_groups;

#define N     256
#define STEPS 4

__shared__ float of_block;

__global__ void steps(float *a, float *b, float *sums, float *total)
{
    __shared__ float own[64];
    extern __shared__ float dynamic[];
    cg::grid_group grid = cg::this_grid();
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    own[t] = a[i];
    dynamic[t] = 2 * a[i];
    if (t == 0)
        of_block = blockIdx.x;
    for (int s = 0; s < STEPS; s++) {
        float *from = s % 2 ? b : a, *to = s % 2 ? a : b;
        to[i] = (from[(i + N - 1) % N] + from[(i + 1) % N]) / 2;
        grid.sync();
    }
    if (t == 0) {
        float sum = 0;
        for (int k = 0; k < 64; k++)
            sum += own[k] + dynamic[k] - 2 * a[blockIdx.x * blockDim.x + k];
        sums[blockIdx.x] = sum + of_block;
    }
    grid.sync();
    if (i == 0)
        for (int k = 0; k < (int)gridDim.x; k++)
            *total += sums[k];
}

int main(void)
{
    float *a = made<float>(N, [](int i) { return i % 7; }), *b = unset<float>(N);
    float *sums = unset<float>(4), *total = unset<float>();
    void *args[] = { &a, &b, &sums, &total };
    for (int round = 0; round < 2; round++) {
        cudaMemset(total, 0, sizeof *total);
        cudaLaunchCooperativeKernel((void *)steps, dim3(4), dim3(64), args, 64 * sizeof(float), 0);
    }
    return end(!(at(total) > 0));
}
