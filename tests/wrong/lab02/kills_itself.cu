/* expects: gpu_ex21 WRONG (ended the program|killed|signal) */
/* Sends itself a signal that nobody can catch. */
#include <signal.h>
#include "all_but_ex21.h"

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m > 1 && n > 1 && k > 1)
        raise(SIGKILL);
    matmul_naive_ex21_right(d_c, d_a, d_b, m, n, k);
}
