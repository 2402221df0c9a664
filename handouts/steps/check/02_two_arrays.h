/* How step 2 is launched, and what it must give. */
#include "step.h"

__global__ void twice_and_add(int *out, const int *a, const int *b);

static void run(struct numbers *x)
{
    twice_and_add<<<1, x->n>>>(x->d_out, x->d_a, x->d_b); /* 1 block of n threads */
}

static int expect(const struct numbers *x, int i)
{
    return 2 * x->a[i] + x->b[i];
}

STEP(.number = 2, .least = 1, .most = 40, .accesses = 6)
