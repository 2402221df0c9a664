/* finds: race, also out-of-bounds */
/* Two bugs in one line, in different arrays. */
#include "../host.h"

__global__ void shift(int *y, const int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[0];             // HERE
    y[t] = s[63 - t] + x[t]; // HERE
}

int main(void)
{
    int *x = zeros<int>(32), *y = unset<int>(64);
    shift<<<1, 64>>>(y, x);
    return end();
}
