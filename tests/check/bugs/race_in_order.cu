/* finds: race */
/* A thread reads only what threads before it have written, so a CPU that runs them in turn is
 * always right. */
#include "../host.h"

__global__ void sums(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    s[t] = t; // HERE
    for (int i = 0; i <= t; i++)
        sum += s[i]; // HERE
    out[t] = sum;
}

int main(void)
{
    int *x = unset<int>(64);
    sums<<<1, 64>>>(x);
    return end(at(x, 63) != 63 * 32);
}
