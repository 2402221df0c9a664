/* finds: race, also out-of-bounds */
/* Two bugs in one kernel: an index far out of bounds does not hide the race. */
#include "../host.h"

__global__ void shift(int *y, int *x, int far)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    y[t + far] = t;   // HERE
    s[t] = x[t];      // HERE
    y[t] = s[63 - t]; // HERE
}

int main(void)
{
    int *d = zeros<int>(128);
    shift<<<1, 64>>>(d, d + 64, 1 << 26);
    return end();
}
