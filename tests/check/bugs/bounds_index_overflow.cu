/* finds: out-of-bounds */
/* The index of thread 32 is 2^31: as an int negative, and so less than n. */
#include "../host.h"

__global__ void mark(char *p, int n, int stride)
{
    int i = (int)((blockIdx.x * blockDim.x + threadIdx.x) * (unsigned)stride);
    if (i < n)
        p[i] = 1; // HERE
}

int main(void)
{
    char *p = unset<char>(1000);
    mark<<<1, 64>>>(p, 1000, 1 << 26);
    return end();
}
