/* warns: without __syncwarp\(\) between these steps of a warp their order is undefined since Volta */
/* A prefix sum of a warp in a loop: each lane reads what its neighbour has before the step. */
#include "include/common.h"

__global__ void scan(int *p)
{
    __shared__ volatile int s[4 * 64];
    int t = threadIdx.x, lane = t % 32, at = t / 32 * 64 + 32 + lane;
    s[at - 32] = 0;
    s[at] = p[t];
    __syncthreads();
    if (lane < 32)
        for (int d = 1; d < 32; d *= 2) s[at] += s[at - d]; /* here */
    p[t] = s[at];
}

int main()
{
    int *p = managed<int>(128);
    for (int i = 0; i < 128; i++) p[i] = i % 5 + 1;
    scan<<<1, 128>>>(p);
    SYNC();
    for (int i = 0, sum = 0; i < 128; i++) {
        sum = (i % 32 ? sum : 0) + i % 5 + 1;
        EXPECT(p[i], sum);
    }
    return 0;
}
