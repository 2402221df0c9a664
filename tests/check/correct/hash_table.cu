/* Keys are claimed by compare-and-swap, values stored by who has claimed, and found by the next
 * launch. */
#include "../host.h"

#define SLOTS 512
#define EMPTY 0xffffffffu

__device__ unsigned slot_of(unsigned key)
{
    return key * 2654435761u % SLOTS;
}

__global__ void insert(unsigned *keys, int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = 7 * i, slot = slot_of(key);
    while (atomicCAS(&keys[slot], EMPTY, key) != EMPTY)
        slot = (slot + 1) % SLOTS;
    values[slot] = i;
}

__global__ void find(int *out, const unsigned *keys, const int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned slot = slot_of(7 * i);
    while (keys[slot] != 7u * i)
        slot = (slot + 1) % SLOTS;
    out[i] = values[slot];
}

int main(void)
{
    const int n = 300;
    unsigned *keys = filled<unsigned>(SLOTS, EMPTY);
    int *values = unset<int>(SLOTS), *x = unset<int>(n);
    insert<<<5, 64>>>(keys, values, n);
    find<<<5, 64>>>(x, keys, values, n);
    return end(differ(x, n, [](int i) { return i; }));
}
