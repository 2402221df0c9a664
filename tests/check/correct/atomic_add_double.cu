/* An atomicAdd for double by compare-and-swap; the first read is a plain one. */
#include "../host.h"

__device__ double add_double(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        double next = value + __longlong_as_double(assumed);
        old = atomicCAS(bits, assumed, __double_as_longlong(next));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void sum_kernel(double *sum, const double *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        add_double(sum, x[i]);
}

int main(void)
{
    const int n = 1500;
    double *x = counted<double>(n), *sum = zeros<double>();
    sum_kernel<<<(n + 127) / 128, 128>>>(sum, x, n);
    return end(at(sum) != n * (n - 1) / 2);
}
