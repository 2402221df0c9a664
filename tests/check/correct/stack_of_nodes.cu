/* A stack without a lock: its top is a node's number and a tag that changes with each push and pop.
 */
#include <stdio.h>

#define NODES 256
#define NONE  0xffffffffu

__device__ unsigned long long top = NONE;
__device__ unsigned below[NODES];
__device__ int taken[NODES];

__device__ unsigned long long tagged(unsigned long long old, unsigned node)
{
    return ((old >> 32) + 1) << 32 | node;
}

__device__ void push(unsigned node)
{
    unsigned long long seen, old = atomicAdd(&top, 0ull);
    do {
        seen = old;
        atomicExch(&below[node], (unsigned)seen);
        __threadfence();
        old = atomicCAS(&top, seen, tagged(seen, node));
    } while (old != seen);
}

__device__ unsigned pop(void)
{
    unsigned long long seen, old = atomicAdd(&top, 0ull);
    do {
        seen = old;
        if ((unsigned)seen == NONE)
            return NONE;
        __threadfence();
        unsigned next = atomicAdd(&below[(unsigned)seen], 0u);
        old = atomicCAS(&top, seen, tagged(seen, next));
    } while (old != seen);
    return (unsigned)seen;
}

__global__ void push_and_pop(void)
{
    push(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned node = pop();
    if (node != NONE)
        atomicAdd(&taken[node], 1);
}

int main(void)
{
    int h[NODES], wrong = 0;
    push_and_pop<<<4, NODES / 4>>>();
    cudaMemcpyFromSymbol(h, taken, sizeof h);
    for (int i = 0; i < NODES; i++)
        wrong += h[i] != 1;
    if (wrong)
        printf("%d nodes were not taken once\n", wrong);
    return wrong != 0;
}
