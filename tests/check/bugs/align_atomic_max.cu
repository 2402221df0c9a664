/* finds: misaligned */
/* The largest of all, by compare and swap, in an array of bytes that begins behind a header. */
#include "../host.h"

__global__ void largest(float *result, const float *x)
{
    unsigned *bits = (unsigned *)((char *)result + 2);
    unsigned old = 0, seen;
    do {
        seen = old;
        if (__uint_as_float(seen) >= x[threadIdx.x])
            break;
        old = atomicCAS(bits, seen, __float_as_uint(x[threadIdx.x])); // HERE
    } while (old != seen);
}

int main(void)
{
    float x[32] = { 1, 5, 3 };
    float *d_x = copy_of(x, 32), *result = zeros<float>(2);
    largest<<<1, 32>>>(result, d_x);
    return end();
}
