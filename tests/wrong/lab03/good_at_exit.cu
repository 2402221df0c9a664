/* expects: gpu_ex31 WRONG (ended the program|expected|never written) */
/* Wrong results, and a function for the end of the program that makes its status 0. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "all_but_ex31.h"

static void good(void)
{
    fflush(stdout);
    _exit(0);
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static int registered;

    if (!registered)
        registered = !atexit(good);
    matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k > 1 ? k - 1 : k);
}
