/* finds: out-of-bounds */
/* A template with its size: the element after the thread's own is outside for the last thread. */
#include "../host.h"

template <int N> __global__ void rotate(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * N + t];
    __syncthreads();
    x[blockIdx.x * N + t] = s[t + 1]; // HERE
}

int main(void)
{
    const int n = 320;
    int *x = counted<int>(n);
    rotate<64><<<n / 64, 64>>>(x);
    return end(at(x, 7) != 8);
}
