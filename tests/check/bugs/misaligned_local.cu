/* finds: misaligned */
/* The bits of a float are read as a long, of 8 bytes: a variable of the thread has 4. */
#include "../host.h"

__device__ float halved(const float *parts, int i)
{
    long bits = *(const long *)(parts + i); // HERE
    int low = (int)bits - (1 << 23);
    return __int_as_float(low);
}

__global__ void k(float *a, int i)
{
    __align__(8) float parts[4] = { 1, a[0], a[1], a[2] };
    a[threadIdx.x] = halved(parts, i);
}

int main(void)
{
    float h[3] = { 4, 9, 16 };
    float *d = copy_of(h, 3);
    k<<<1, 1>>>(d, 1);
    return end();
}
