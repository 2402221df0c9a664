/* An atomicExch whose old value nobody looks at is a store: it may be the first one. */
#include "../host.h"

__device__ void put(int *p, int value)
{
    atomicExch(p, value);
}

__global__ void fill(int *a, unsigned long long *wide, float *f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicExch(&a[i], i);
    else if (i < 2 * n)
        (void)atomicExch(&a[i], i);
    else
        put(&a[i], i);
    if (i == 0) {
        atomicExch_system(wide, 5ull);
        atomicExch_block(f, 2.0f);
    }
}

int main(void)
{
    int *d = unset<int>(96);
    unsigned long long *wide = unset<unsigned long long>();
    float *f = unset<float>();
    fill<<<3, 32>>>(d, wide, f, 32);
    int wrong = differ(d, 96, [](int i) { return i; });
    return end(wrong != 0 || at(wide) != 5 || at(f) != 2);
}
