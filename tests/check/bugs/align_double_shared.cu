/* finds: misaligned */
/* A double is kept in a shared array of floats, beginning at an odd one. */
#include "../host.h"

__global__ void mean(float *out, const float *x, int n)
{
    __shared__ float s[67];
    int t = threadIdx.x;
    s[t + 3] = t < n ? x[t] : 0;
    __syncthreads();
    double *sum = (double *)(s + 1);
    if (t == 0) {
        double all = 0;
        for (int i = 0; i < 64; i++)
            all += s[i + 3];
        *sum = all; // HERE
    }
    __syncthreads();
    if (t < n)
        out[t] = x[t] - *sum / n; // HERE
}

int main(void)
{
    const int n = 50;
    float *x = counted<float>(n), *out = unset<float>(n);
    mean<<<1, 64>>>(out, x, n);
    return end(at(out, 7) != -17.5);
}
