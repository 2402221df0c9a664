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
    int x[N], sum = 0, wrong = 0;
    for (int i = 0; i < N; i++)
        x[i] = i % 6 - 2;
    int *d_x = copy_of(x, N), *d_y = unset<int>(N);
    scan<<<1, N>>>(d_y, d_x);
    const int *y = in_host(d_y, N);
    for (int i = 0; i < N; i++)
        wrong += y[i] != (sum += x[i]);
    return end(wrong);
}
