/* The answer to 5.2 in pieces. A file here defines the piece that is wrong, and includes this. */
#include "all_but_ex52.h"
#ifndef BEFORE
#define BEFORE
#endif
#ifndef EACH
#define EACH n / chunks + (n % chunks > 0)
#endif
#ifdef FIRST
#define ALL chunks /* the empty ones, too */
#else
#define FIRST (chunk * each)
#define ALL   n / each + (n % each > 0)
#endif
#ifndef HERE
#define HERE n - first < each ? n - first : each
#endif
#ifndef STREAM
#define STREAM streams[chunk % TRANSFERS_STREAMS]
#endif
#ifndef D_X
#define D_X d_x + first
#endif
#ifndef STEP
#define STEP transfers_step(D_X, here, ops, stream)
#endif
#ifndef AFTER_EACH
#define AFTER_EACH
#endif
#ifndef AT_THE_END
#define AT_THE_END                                                                                 \
    for (int s = 0; s < TRANSFERS_STREAMS; s++)                                                    \
    cudaStreamSynchronize(streams[s])
#endif

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    BEFORE
    int each = EACH;

    for (int chunk = 0; chunk < ALL; chunk++) {
        int first = FIRST, here = HERE;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = STREAM;
        cudaMemcpyAsync(D_X, x + first, bytes, cudaMemcpyHostToDevice, stream);
        STEP;
        cudaMemcpyAsync(y + first, D_X, bytes, cudaMemcpyDeviceToHost, stream);
        AFTER_EACH
    }
    AT_THE_END;
}
