/* finds: barrier-divergence */
/* A barrier in a loop whose number of rounds differs from thread to thread. */
#include "../host.h"

__global__ void relax(float *x, int n)
{
    __shared__ float s[96];
    int t = threadIdx.x;
    s[t] = 1;
    for (int i = t; i < n; i += blockDim.x) {
        s[t] += x[i];
        __syncthreads(); // HERE
    }
    x[t] = s[t];
} // HERE

int main(void)
{
    const int n = 250;
    float *x = counted<float>(n);
    relax<<<1, 96>>>(x, n);
    return end();
}
