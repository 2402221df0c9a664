/* Compaction by ballot and popc: each lane learns its place from the votes of its warp. */
#include "../host.h"

__global__ void keep_odd(int *kept, int *count, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
    bool keep = i < n && x[i] % 2 != 0;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (lane == 0)
        base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        kept[base + __popc(votes & ((1u << lane) - 1))] = x[i];
}

int main(void)
{
    const int n = 2000;
    int sum = 0, *d_x = counted<int>(n), *kept = unset<int>(n), *d_count = zeros<int>();
    keep_odd<<<(n + 127) / 128, 128>>>(kept, d_count, d_x, n);
    int count = at(d_count);
    const int *x = in_host(kept, count);
    for (int i = 0; i < count; i++)
        sum += x[i] % 2 ? x[i] : -1000000;
    return end(count != n / 2 || sum != n * n / 4);
}
