/* How step 1 is launched, and what it must give. */
#include "step.h"

__global__ void number(int *out);

static void run(struct numbers *x)
{
    number<<<1, x->n>>>(x->d_out); /* 1 block of n threads */
}

static int expect(const struct numbers *, int i)
{
    return i;
}

STEP(.number = 1, .least = 1, .most = 40, .accesses = 3)
