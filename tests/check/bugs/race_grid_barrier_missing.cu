/* finds: race */
/* A block begins the next step while its neighbours still read: one barrier of the grid per round
 * of two steps is too few. */
#include <cooperative_groups.h>
#include "../host.h"

namespace cg = cooperative_groups;

#define N 256

__global__ void steps(float *a, float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int s = 0; s < 4; s++) {
        b[i] = (a[(i + N - 1) % N] + a[(i + 1) % N]) / 2; // HERE
        cg::this_grid().sync();
        a[i] = b[i]; // HERE
    }
}

int main(void)
{
    float *a = zeros<float>(N), *b = unset<float>(N);
    void *args[] = { &a, &b };
    cudaLaunchCooperativeKernel((void *)steps, dim3(4), dim3(64), args, 0, 0);
    return end();
}
