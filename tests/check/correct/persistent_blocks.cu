/* Blocks draw jobs until none is left: a shared job number, two barriers, a uniform break. */
#include "../host.h"

__global__ void work(int *out, int *next, const int *in, int jobs)
{
    __shared__ int job;
    __shared__ int s[32];
    int t = threadIdx.x;
    for (;;) {
        if (t == 0)
            job = atomicAdd(next, 1);
        __syncthreads();
        int mine = job;
        if (mine >= jobs)
            break;
        s[t] = in[mine * 32 + t];
        __syncthreads();
        out[mine * 32 + t] = s[31 - t];
    }
}

int main(void)
{
    const int jobs = 25, n = 32 * jobs;
    int *x = counted<int>(n), *y = unset<int>(n), *next = zeros<int>();
    work<<<4, 32>>>(y, next, x, jobs);
    return end(differ(y, n, [](int i) { return i ^ 31; }));
}
