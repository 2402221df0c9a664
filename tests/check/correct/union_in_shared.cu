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
    int wrong = 0;
    float *d_half = unset<float>(32);
    int *d_all = unset<int>(32);
    reuse<<<1, 32>>>(d_half, d_all);
    const float *half = in_host(d_half, 32);
    const int *all = in_host(d_all, 32);
    for (int t = 0; t < 32; t++)
        wrong += half[t] != 31 - (t & 15) || all[t] != t;
    return end(wrong);
}
