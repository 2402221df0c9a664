/* How step 8 is launched, and what it must give. */
#include "step.h"

__global__ void reverse(int *a, int n);

static void run(struct numbers *x)
{
    reverse<<<1, 64>>>(x->d_out, x->n); /* d_out holds a; always 64 threads */
}

static int expect(const struct numbers *x, int i)
{
    return x->a[x->n - 1 - i];
}

STEP(.number = 8, .least = 2, .most = 64, .in_place = true, .accesses = 12,
     .shares = (const void *)reverse)
