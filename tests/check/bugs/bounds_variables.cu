/* finds: out-of-bounds */
/* Vectors in constant and in global memory, taken by a pointer: before the first and past the last
 * lie their own. */
#include "../host.h"

__constant__ float4 weights[4], shifts[4];
static __device__ double2 scales[4] = { { 1, 2 } };
__device__ int2 counts[4];
__constant__ const float4 corners[2] = { { 1, 2, 3, 4 } };

template <class T> __device__ __noinline__ T element(const T *a, int i)
{
    return a[i]; // HERE
}

__device__ __noinline__ void store(int2 *a, int i)
{
    a[i] = make_int2(1, 2); // HERE
}

__global__ void read(double *out, int n, int m)
{
    if (m == 0)
        out[0] = element(weights, -n).x;
    if (m == 1)
        out[0] = element(shifts, n * 4).x;
    if (m == 2)
        out[0] = element(scales, n * 4).x;
    if (m == 3)
        out[0] = element(counts, -n).x;
    if (m == 4)
        out[0] = element(corners, n * 2).x;
    if (m == 5)
        store(counts, n * 4);
}

int main(void)
{
    double *out = zeros<double>();
    for (int m = 0; m < 6; m++)
        read<<<1, 1>>>(out, 1, m);
    return end();
}
