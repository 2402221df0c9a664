/* Block 0 leaves data and raises a flag, fence between; the others poll the flag by atomics. */
#include "../host.h"

__global__ void hand_over(int *out, int *data, int *flag, int n)
{
    __shared__ bool ready;
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = n + t;
        __threadfence();
        __syncthreads();
        if (t == 0)
            atomicExch(flag, 1);
        return;
    }
    if (t == 0) {
        ready = false;
        for (long tries = 0; tries < 1000000000 && !ready; tries++)
            ready = atomicAdd(flag, 0) == 1;
        __threadfence();
    }
    __syncthreads();
    if (ready)
        out[(blockIdx.x - 1) * blockDim.x + t] = data[t];
}

int main(void)
{
    const int n = 32, blocks = 5;
    int *out = unset<int>(n * (blocks - 1)), *data = zeros<int>(n + 1);
    hand_over<<<blocks, n>>>(out, data, data + n, n);
    return end(differ(out, n * (blocks - 1), [](int i) { return n + i % n; }));
}
