/* Hillis-Steele with two halves of one shared array, pointers swapped, one
 * barrier per step; and blocks of 48 threads, whose second warp is only half
 * there. */
#include "../host.h"

#define N 48

__global__ void scan(int *x)
{
    __shared__ int s[2 * N];
    int *from = s, *to = s + N, t = threadIdx.x;
    from[t] = x[blockIdx.x * N + t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        __syncthreads();
        int *swap = from;
        from = to;
        to = swap;
    }
    int sum = from[t];
    __syncwarp();
    x[blockIdx.x * N + t] = sum + __shfl_sync(0xffffffff, 0, 0);
}

int main(void)
{
    const int n = 5 * N;
    int *x = filled<int>(n, 1);
    scan<<<n / N, N>>>(x);
    return end(differ(x, n, [](int i) { return i % N + 1; }));
}
