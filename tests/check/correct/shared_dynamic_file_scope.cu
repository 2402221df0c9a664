/* The dynamic shared array is declared outside of the kernel. */
#include "../host.h"

extern __shared__ int tile[];

__global__ void shift(int *out, const int *in)
{
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[(t + 1) % 64];
}

int main(void)
{
    int *out = unset<int>(64), *in = counted<int>(64);
    shift<<<1, 64, 64 * sizeof(int)>>>(out, in);
    return end(differ(out, 64, [](int i) { return (i + 1) % 64; }));
}
