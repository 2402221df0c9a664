/* Threads past the end skip the work and come to every barrier. */
#include "../host.h"

__global__ void reverse_blocks(float *x, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x, first = blockIdx.x * 128;
    int here = n - first < 128 ? n - first : 128;
    if (t < here)
        s[t] = x[first + t];
    __syncthreads();
    if (t < here)
        x[first + t] = s[here - 1 - t];
}

int main(void)
{
    const int n = 1000;
    float *x = counted<float>(n);
    reverse_blocks<<<(n + 127) / 128, 128>>>(x, n);
    return end(differ(x, n, [](int i) {
        int first = i / 128 * 128, last = first + 127 < n ? first + 127 : n - 1;
        return first + last - i;
    }));
}
