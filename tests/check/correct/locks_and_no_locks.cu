/* A lock that its owner marks with a number of its own, in fences of every kind; and what looks
 * like a lock and is none: a place that one thread claims, a stack linked by atomicCAS. */
#include "../host.h"

__device__ void take(int *lock, int owner)
{
    while (atomicCAS(lock, -1, owner) != -1)
        ;
    __threadfence();
}

__device__ void give(int *lock)
{
    __threadfence();
    atomicExch(lock, -1);
}

__global__ void owners(volatile int *sum, int *lock)
{
    if (threadIdx.x == 0) {
        take(lock, blockIdx.x);
        sum[0] += 1;
        sum[1] = sum[0];
        give(lock);
    }
}

__global__ void claim(int *claimed, volatile int *ready, int *value, int *seen)
{
    if (threadIdx.x != 0)
        return;
    if (atomicCAS(claimed, 0, 1) == 0) {
        *value = 7;
        __threadfence();
        *ready = 1;
    }
    while (*ready == 0)
        ;
    __threadfence();
    seen[blockIdx.x] = *value;
}

__global__ void push(int *head, int *next, int *load)
{
    int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    load[i] = i;
    int old = atomicAdd(head, 0), assumed;
    do {
        next[i] = assumed = old;
        __threadfence();
        old = atomicCAS(head, assumed, i);
    } while (old != assumed);
}

__global__ void walk(const int *head, const int *next, const int *load, int *sum)
{
    for (int i = *head; i; i = next[i])
        *sum += load[i];
}

int main(void)
{
    const int n = 64;
    int *d = zeros<int>(32), *next = unset<int>(n + 1), *load = unset<int>(n + 1);
    cudaMemset(d + 2, 0xff, sizeof(int));
    owners<<<8, 32>>>(d, d + 2);
    claim<<<8, 32>>>(d + 3, d + 4, d + 5, d + 8);
    push<<<2, 32>>>(d + 6, next, load);
    walk<<<1, 1>>>(d + 6, next, load, d + 7);
    int wrong = differ(d, 2, [](int i) { return 8; }) + differ(d + 8, 8, [](int i) { return 7; });
    return end(wrong != 0 || at(d, 7) != n * (n + 1) / 2);
}
