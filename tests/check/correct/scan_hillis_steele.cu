/* Hillis-Steele scan: read, barrier, write, barrier. */
#include "../host.h"

#define N 200

__global__ void scan(int *out, const int *in)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[t] = s[t];
}

int main(void)
{
    int *x = counted<int>(N), *y = unset<int>(N);
    scan<<<1, N>>>(y, x);
    return end(differ(y, N, [](int i) { return i * (i + 1) / 2; }));
}
