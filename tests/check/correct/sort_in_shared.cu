/* Bitonic sort in shared memory, and odd-even sort with a barrier after each half-step. */
#include "../host.h"

#define N 128

__device__ void order(int *a, int *b)
{
    if (*a > *b) {
        int swap = *a;
        *a = *b;
        *b = swap;
    }
}

__global__ void bitonic(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int size = 2; size <= N; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            int other = t ^ d;
            if (other > t) {
                if ((t & size) == 0)
                    order(&s[t], &s[other]);
                else
                    order(&s[other], &s[t]);
            }
            __syncthreads();
        }
    x[t] = s[t];
}

__global__ void odd_even(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[2 * t] = x[2 * t];
    s[2 * t + 1] = x[2 * t + 1];
    for (int round = 0; round < N / 2; round++) {
        __syncthreads();
        order(&s[2 * t], &s[2 * t + 1]);
        __syncthreads();
        if (2 * t + 2 < N)
            order(&s[2 * t + 1], &s[2 * t + 2]);
    }
    __syncthreads();
    x[2 * t] = s[2 * t];
    x[2 * t + 1] = s[2 * t + 1];
}

int main(void)
{
    int *x = made<int>(2 * N, [](int i) { return (i * 37 + 5) % N; });
    bitonic<<<1, N>>>(x);
    odd_even<<<1, N / 2>>>(x + N);
    return end(differ(x, 2 * N, [](int i) { return i % N; }));
}
