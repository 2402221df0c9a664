/* in the long tests, refused: _Exit */
/* Ends the program before main runs. */
#include <stdlib.h>
#include "all_but_ex41.h"

struct at_start {
    at_start()
    {
        _Exit(0);
    }
};
static at_start now;

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    pi_montecarlo_ex41_right(d_hits, samples, seed);
}
