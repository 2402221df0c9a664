/* finds: race, warning */
/* Every thread stores the block's offset in the same shared variable; one would be enough. */
#include "../host.h"

__global__ void number(int *y, int n)
{
    __shared__ int offset;
    offset = blockIdx.x * blockDim.x; // HERE
    __syncthreads();
    int i = offset + threadIdx.x;
    if (i < n)
        y[i] = i;
}

int main(void)
{
    const int n = 700;
    int *y = unset<int>(n);
    number<<<(n + 127) / 128, 128>>>(y, n);
    return end(at(y, 7) != 7);
}
