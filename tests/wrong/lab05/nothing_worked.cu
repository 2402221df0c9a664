/* expects: gpu_v1 WRONG n = 1023, .*nothing was written */
/* The worked version, which is no exercise, does nothing. */
#define transfers_v1 transfers_v1_right
#include "../../../solutions/transfers.cu"
#undef transfers_v1

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    (void)y, (void)x, (void)d_x, (void)n, (void)ops;
}
