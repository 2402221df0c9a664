/* finds: race */
/* The largest is used before all threads have brought theirs. */
#include "../host.h"

__global__ void scale(float *out, const int *x, int n)
{
    __shared__ int largest;
    int t = threadIdx.x;
    if (t == 0)
        largest = 1;
    __syncthreads();
    atomicMax(&largest, x[t]);      // HERE
    out[t] = (float)x[t] / largest; // HERE
}

int main(void)
{
    int *x = made<int>(64, [](int i) { return 64 - i; });
    float *d = unset<float>(64);
    scale<<<1, 64>>>(d, x, 64);
    return end();
}
