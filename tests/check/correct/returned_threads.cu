/* Threads past the end return in a kernel without barriers; another kernel uses __syncwarp with the
 * lanes that are left, known by a ballot. */
#include "../host.h"

__global__ void square(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] *= x[i];
}

__global__ void rotate(float *x, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    unsigned lanes = __ballot_sync(0xffffffffu, i < n);
    if (i >= n)
        return;
    s[t] = x[i];
    __syncwarp(lanes);
    int first = t / 32 * 32, count = __popc(lanes);
    x[i] = s[first + (t - first + 1) % count];
}

int main(void)
{
    const int n = 150;
    float *x = counted<float>(n);
    square<<<3, 64>>>(x, n);
    rotate<<<3, 64>>>(x, n);
    return end(differ(x, n, [](int i) {
        int first = i / 32 * 32, count = n - first < 32 ? n - first : 32;
        int from = first + (i - first + 1) % count;
        return from * from;
    }));
}
