/* in the long tests, expects: gpu_ex22 WRONG ended the program */
/* Ends the program at once with the status of success, where m is no multiple of 32. */
#include <unistd.h>
#include "all_but_ex22.h"

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
    if (m % 32)
        _exit(0);
}
