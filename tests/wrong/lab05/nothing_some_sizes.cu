/* expects: gpu_ex52 WRONG n = 1, .*nothing was written */
/* Does nothing when there is one element. */
#define transfers_ex52 transfers_ex52_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex52

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    if (n > 1)
        transfers_ex52_right(y, x, d_x, n, ops, chunks, streams);
}
