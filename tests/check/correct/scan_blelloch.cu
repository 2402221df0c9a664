/* The work-efficient scan of Blelloch in dynamic shared memory, exclusive. */
#include "../host.h"

__global__ void scan(float *out, const float *in, int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x, offset = 1;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (int d = n / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            s[b] += s[a];
        }
        offset *= 2;
    }
    if (t == 0)
        s[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            float left = s[a];
            s[a] = s[b];
            s[b] += left;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}

int main(void)
{
    const int n = 512;
    float *x = counted<float>(n), *y = unset<float>(n);
    scan<<<1, n / 2, n * sizeof(float)>>>(y, x, n);
    return end(differ(y, n, [](int i) { return i * (i - 1) / 2; }));
}
