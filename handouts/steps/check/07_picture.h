/* How step 7 is launched, and what it must give. */
#include "step.h"

__global__ void mirror(int *out, const int *a, int width, int height);

static void run(struct numbers *x)
{
    dim3 block(8, 4); /* 8 threads in x, 4 in y */
    dim3 grid((x->width + 7) / 8, (x->height + 3) / 4);

    mirror<<<grid, block>>>(x->d_out, x->d_a, x->width, x->height);
}

static int expect(const struct numbers *x, int i)
{
    int row = i / x->width, column = i % x->width;

    return x->a[row * x->width + (x->width - 1 - column)];
}

STEP(.number = 7, .least = 1, .most = 13, .picture = true, .accesses = 6)
