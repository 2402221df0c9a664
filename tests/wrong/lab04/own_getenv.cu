/* in the long tests, refused: getenv */
/* A getenv of its own, for which no variable is ever set. */
#include <stdlib.h>
#include "all_but_ex42.h"

extern "C" char *getenv(const char *) noexcept
{
    return NULL;
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    pi_montecarlo_ex42_right(d_hits, samples, seed);
}
