/* Types of 1 to 16 bytes side by side: 64-bit atomics, shorts, double2, bool, long long. */
#include "../host.h"

struct totals {
    unsigned long long sum;
    unsigned int count;
    bool seen[4];
};

__global__ void add(struct totals *t, const short *x, const double2 *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double2 v = z[i];
    atomicAdd(&t->sum, (unsigned long long)x[i] + (unsigned long long)(v.x + v.y));
    atomicAdd(&t->count, 1u);
    if (i < 4)
        t->seen[i] = true;
}

int main(void)
{
    const int n = 400;
    short *x = counted<short>(n);
    double *z = made<double>(2 * n, [](int i) { return i % 2 + 1; });
    struct totals *d_t = zeros<struct totals>();
    add<<<7, 64>>>(d_t, x, (double2 *)z, n);
    struct totals t = at(d_t);
    return end(t.sum != 399 * 200 + 3 * n || t.count != (unsigned)n || !t.seen[3]);
}
