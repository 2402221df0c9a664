/* Launches sum() of the file that includes this, for LANES ones by THREADS threads; WRONG: what
 * makes the program fail. */
#include "host.h"

#ifndef WRONG
#define WRONG total < 0
#endif

int main(void)
{
    float *x = filled<float>(LANES, 1), *d_total = zeros<float>();
    sum<<<1, THREADS>>>(d_total, x, LANES);
    float total = at(d_total);
    return end(WRONG);
}
