/* The largest of floats by a compare-and-swap loop over their bits, and of positive ones by
 * atomicMax on the bits as an int. */
#include "../host.h"

__device__ void max_float(float *address, float value)
{
    int *bits = (int *)address;
    int old = *bits, assumed;
    do {
        assumed = old;
        float larger = fmaxf(value, __int_as_float(assumed));
        old = atomicCAS(bits, assumed, __float_as_int(larger));
    } while (old != assumed);
}

__global__ void largest(float *max_of_all, int *max_positive, const float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        max_float(max_of_all, x[i]);
        if (x[i] > 0)
            atomicMax(max_positive, __float_as_int(x[i]));
    }
}

int main(void)
{
    const int n = 2222;
    float *x = made<float>(n, [](int i) { return (i * 73) % n - 1000; });
    float *result = made<float>(2, [](int i) { return i == 0 ? -1e30f : 0; });
    largest<<<7, 64>>>(result, (int *)(result + 1), x, n);
    return end(at(result) != 1221 || at(result, 1) != 1221);
}
