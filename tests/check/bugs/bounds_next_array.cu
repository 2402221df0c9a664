/* finds: out-of-bounds */
/* Array sizes are powers of two, so that the element past the end is the first
 * of the next array. */
#include "../host.h"

__global__ void shift(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1]; // HERE
}

int main(void)
{
    const int n = 1024;
    float *a = zeros<float>(n), *b = zeros<float>(n), *c = zeros<float>(n);
    shift<<<8, 128>>>(b, a);
    shift<<<8, 128>>>(c, b);
    return end(at(c, 5) != 0);
}
