/* finds: out-of-bounds */
/* No guard: the last block writes past the end of the array. */
#include "../host.h"

__global__ void fill(int *x, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = value; // HERE
}

int main(void)
{
    const int n = 900;
    int *x = unset<int>(n);
    fill<<<(n + 127) / 128, 128>>>(x, 7);
    return end(at(x) != 7);
}
