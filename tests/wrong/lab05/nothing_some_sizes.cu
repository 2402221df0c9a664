/* expects: gpu_ex52 WRONG n = 1, .*nothing was written */
/* Does nothing when there is one element. */
#include "all_but_ex52.h"

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    if (n > 1)
        transfers_ex52_right(y, x, d_x, n, ops, chunks, streams);
}
