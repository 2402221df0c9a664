/* expects: gpu_ex42 WRONG n = 1023: [0-9]+ hits, expected [0-9]+ \([-+][0-9]+\) */
/* A generator of its own, whose x and y are no strangers to each other. */
#include "all_but_ex42.h"

static __device__ int own_generator(unsigned long long number)
{
    unsigned int x = (unsigned int)(number * 747796405u + 2891336453u);

    return pi_inside(x, x * 747796405u + 2891336453u);
}

#define PAIRS samples
#define HITS  own_generator(i + seed)
#include "count.h"
