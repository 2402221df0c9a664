/* Lab 5 - transfers: y = f(x), where x and y lie in the host's memory. The contract between the
 * transfers (transfers.cu, yours) and the experiment (lab05.cu).
 *
 * f is `ops` fused multiply-adds (FMAs) on each element, one after the other, of two operations
 * each. Its result is rounded once, so it is the same on the CPU and on a GPU, to the bit.
 *
 * Shapes: x, y and d_x have n floats each, 1 <= n <= 2^28; n need not be a multiple of anything.
 * x and y lie on the host and do not overlap; d_x lies on the device, aligned to 256 bytes, filled
 * with something that is no number. ops >= 1, steps >= 1, and 1 <= chunks <= 2^28, maybe more than
 * n.
 *
 * A launcher computes y[0] .. y[n-1] and waits, by a call of CUDA: when it returns, y is complete.
 * Element i goes by way of d_x[i]: it is copied there from x[i], a kernel computes in place, and
 * d_x[i], which holds y[i] at the end, is copied to y[i]. Each element crosses the bus once in each
 * direction. A launcher changes nothing else, x neither, and allocates, pins and frees nothing; the
 * streams and events that it makes it destroys or uses again in the next call.
 *
 * v1    gets pageable memory (malloc); one copy each way.
 * ex51  gets memory of its own transfers_ex51_alloc, of which every page must be pinned, however
 *       few bytes it is asked for; one copy each way.
 * ex52  gets pinned memory; works in `chunks` pieces, as equal as can be: none is longer than
 *       n / chunks, rounded up. Each has a copy there, a kernel and a copy back of its own; empty
 *       ones have none. It uses the streams that it is given, and no other, not even the default
 *       stream, for which they do not wait, nor it for them; with four chunks or more, all four.
 *       The CPU waits, or asks until something is done, only when every chunk has been queued.
 * ex53  gets pinned memory; does f `steps` times, f(f(...f(x))), with at least one kernel for each
 *       step, and none for more than one, because a program would look at d_x in between; one copy
 *       each way, however many steps.
 *
 * The lab makes each stream slow in turn to see whether a launcher waits for it. How many copies
 * and kernels there were, of what, and in which streams, only the CPU device can tell. */
#ifndef TRANSFERS_H
#define TRANSFERS_H

#include <math.h>
#include "common/cuda_check.h"

#define TRANSFERS_STREAMS 4

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops);

void *transfers_ex51_alloc(size_t bytes); /* NULL: not written yet */
void transfers_ex51_free(void *memory);
void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops);

void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS]);
void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps);

/* ---- the arithmetic: given, for CPU and GPU ------------------------------------------------- */

/* Every operation takes x a 2^-12th nearer to 2, so an element that has had one too few or one too
 * many is another number: from [-1, 1), 10,000 FMAs leave 0.09 of the distance. */
static __host__ __device__ inline float transfers_element(float x, int ops)
{
    for (int i = 0; i < ops; i++)
        x = fmaf(x, 1 - 0x1p-12f, 0x1p-11f);
    return x;
}

/* d_x[0 .. n-1] = f(d_x[0 .. n-1]), n >= 1: queues the kernel in the stream and does not wait. In
 * transfers.cu, complete. */
void transfers_step(float *d_x, int n, int ops, cudaStream_t stream);

#endif
