/* in the long tests, expects: gpu_v1 WRONG n = 1023, .*allocates or frees memory */
/* only the CPU device can tell */
/* Pins x in the launcher, which takes longer than the copy. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaHostRegister((void *)x, n * sizeof(float), cudaHostRegisterDefault);
    transfers_v1_right(y, x, d_x, n, ops);
    cudaHostUnregister((void *)x);
}
