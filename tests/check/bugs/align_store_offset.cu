/* finds: misaligned */
/* Behind a header of one int come pairs of floats, stored as float2 at an odd multiple of 4. */
#include "../host.h"

__global__ void store_pairs(int *buffer, int n)
{
    float2 *pairs = (float2 *)(buffer + 1);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        buffer[0] = n;
    if (i < n)
        pairs[i] = make_float2(i, -i); // HERE
}

int main(void)
{
    const int n = 100;
    int *buffer = unset<int>(1 + 2 * n);
    store_pairs<<<2, 64>>>(buffer, n);
    return end(at(buffer) != n);
}
