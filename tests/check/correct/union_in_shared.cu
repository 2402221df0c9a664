/* A union in shared memory is first one array, then two others; barriers stand between. */
#include "../host.h"

union storage {
    int sums[32];
    struct {
        float half[16];
        short all[32];
    } later;
};

__global__ void reuse(float *half, int *all)
{
    __shared__ union storage s;
    int t = threadIdx.x;
    s.sums[t] = t;
    __syncthreads();
    int mine = s.sums[31 - t];
    __syncthreads();
    if (t < 16)
        s.later.half[t] = (float)mine;
    s.later.all[t] = (short)mine;
    __syncthreads();
    half[t] = s.later.half[t & 15];
    all[t] = s.later.all[31 - t];
}

int main(void)
{
    float *half = unset<float>(32);
    int *all = unset<int>(32);
    reuse<<<1, 32>>>(half, all);
    int wrong = differ(half, 32, [](int t) { return 31 - (t & 15); });
    return end(wrong + differ(all, 32, [](int t) { return t; }));
}
