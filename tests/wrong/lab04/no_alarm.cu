/* in the long tests, refused: (alarm|signal) */
/* Turns the alarm off and then never returns. */
#include <signal.h>
#include <unistd.h>
#include "all_but_ex41.h"

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    volatile int on = 1;

    alarm(0);
    signal(SIGALRM, SIG_IGN);
    while (on)
        ;
    pi_montecarlo_ex41_right(d_hits, samples, seed);
}
