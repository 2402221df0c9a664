/* finds: race */
/* Odd-even sort in shared memory: the barrier stands after both half-steps, not after each. */
#include "../host.h"

#define N 128

__device__ void order(int *a, int *b)
{
    if (*a > *b) {     // HERE
        int swap = *a; // HERE
        *a = *b;       // HERE
        *b = swap;     // HERE
    }
}

__global__ void sort(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[2 * t] = x[2 * t];
    s[2 * t + 1] = x[2 * t + 1];
    __syncthreads();
    for (int round = 0; round < N / 2; round++) {
        order(&s[2 * t], &s[2 * t + 1]);
        if (2 * t + 2 < N)
            order(&s[2 * t + 1], &s[2 * t + 2]);
        __syncthreads();
    }
    x[2 * t] = s[2 * t];
    x[2 * t + 1] = s[2 * t + 1];
}

int main(void)
{
    int *x = made<int>(N, [](int i) { return N - i; });
    sort<<<1, N / 2>>>(x);
    return end();
}
