/* expects: gpu_ex41 WRONG (ended the program|fork) */
/* Leaves the line of the table to another process, and ends with the status of success. */
#include <sys/wait.h>
#include <unistd.h>
#include "all_but_ex41.h"

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    pid_t child = fork();

    if (child == 0) {
        static const char line[] = "gpu_ex41     ok            6.50 [6.47, 6.94]    0.0101\n";
        _exit(write(1, line, sizeof(line) - 1) < 0);
    }
    if (child > 0) {
        waitpid(child, NULL, 0);
        _exit(0);
    }
    pi_montecarlo_ex41_right(d_hits, samples, seed);
}
