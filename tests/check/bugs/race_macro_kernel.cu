/* finds: race */
/* Kernels made by a macro, as in a table of operations: one of them adds to a total plainly. */
#include "../host.h"

#define KERNEL(name, statement)                                                                    \
    __global__ void name(int *out, const int *in, int n)                                           \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n) {                                                                               \
            statement;                                                                             \
        }                                                                                          \
    }

KERNEL(copy, out[i] = in[i])
KERNEL(total, *out += in[i]) // HERE
KERNEL(negate, out[i] = -in[i])

int main(void)
{
    const int n = 300;
    int *x = filled<int>(n, 1), *y = unset<int>(n), *sum = zeros<int>();
    copy<<<3, 100>>>(y, x, n);
    negate<<<3, 100>>>(x, y, n);
    total<<<3, 100>>>(sum, x, n);
    return end();
}
