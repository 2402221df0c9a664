/* warns: without __syncwarp\(\) between these steps of a warp their order is undefined since Volta */
/* As GPUs do it in practice, each step of the warp ends before the next; the other two are right. */
#include "include/common.h"

__device__ void ordered(volatile int *s, int t)
{
    int v = s[t];
    v += s[t + 2]; __syncwarp(); s[t] = v; __syncwarp();
    v += s[t + 1]; __syncwarp(); s[t] = v; __syncwarp();
}

__global__ void not_a_step(int *p)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    if (t < 32) {
        s[t] = s[t] + 1;
        s[t] *= 2;
        ordered(s, t);
    }
    p[t] = s[t];
}

__device__ void warp_reduce(volatile int *s, int t)
{
    s[t] += s[t + 32]; /* here */
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

__global__ void reduce(int *p)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = p[t];
    __syncthreads();
    if (t < 32) warp_reduce(s, t);
    if (t == 0) p[0] = s[0];
}

int main()
{
    int *p = managed<int>(64);
    for (int i = 0; i < 64; i++) p[i] = i * i;
    reduce<<<1, 64>>>(p);
    SYNC();
    EXPECT(p[0], 85344);
    not_a_step<<<1, 64>>>(p);
    SYNC();
    return 0;
}
