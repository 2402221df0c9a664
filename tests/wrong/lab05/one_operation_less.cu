/* in the long tests, expects: gpu_v1 WRONG n = 1023, 1 ops, .*y\[0\] =  */
/* One operation too few. */
#define transfers_v1 transfers_v1_right
#include "../../../solutions/transfers.cu"
#undef transfers_v1

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    transfers_v1_right(y, x, d_x, n, ops - 1);
}
