/* finds: race */
/* Work-efficient scan: the barrier of the way down is missing. */
#include "../host.h"

#define N 128

__global__ void scan(int *out, const int *in)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (int d = N / 2, step = 1; d > 0; d /= 2, step *= 2) {
        __syncthreads();
        if (t < d)
            s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
    }
    if (t == 0)
        s[N - 1] = 0;
    __syncthreads();
    for (int d = 1, step = N / 2; d < N; d *= 2, step /= 2) {
        if (t < d) {
            int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
            int left = s[a]; // HERE
            s[a] = s[b];     // HERE
            s[b] += left;    // HERE
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}

int main(void)
{
    int *in = counted<int>(N), *out = unset<int>(N);
    scan<<<1, N / 2>>>(out, in);
    return end();
}
