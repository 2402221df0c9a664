/* Lab 5 - transfers: y = f(x), where x and y lie in the host's memory. The contract between the
 * transfers (transfers.cu, yours) and the experiment (lab05.cu).
 *
 * f is `ops` operations on each element, one after the other; an operation is a fused multiply-add.
 * Its result is rounded once, so it is the same on the CPU and on a GPU, to the bit.
 *
 * Shapes: x, y and d_x have n floats each, 1 <= n <= 2^30; n need not be a multiple of anything.
 * x and y lie on the host and do not overlap; d_x lies on the device, aligned to 256 bytes, filled
 * with something that is no number. ops >= 1, steps >= 1, and chunks >= 1, maybe more than n.
 *
 * A launcher computes y[0] .. y[n-1] and waits: when it returns, y is complete. Element i goes by
 * way of d_x[i], which holds y[i] at the end. It changes nothing else, x neither, and allocates
 * nothing. Where x and y lie: v1 gets pageable memory (malloc), ex51 memory of its own
 * transfers_ex51_alloc, ex52 and ex53 pinned memory. ex53 does f `steps` times, f(f(...f(x))), the
 * others once. ex52 works in `chunks` pieces, as equal as can be, and gets the streams for it; they
 * do not wait for the default stream, nor it for them. */
#ifndef TRANSFERS_H
#define TRANSFERS_H

#include <math.h>
#include <cuda_runtime.h>

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
 * many is another number: from [-1, 1), 10,000 operations leave 0.09 of the distance. */
static __host__ __device__ inline float transfers_element(float x, int ops)
{
    for (int i = 0; i < ops; i++)
        x = fmaf(x, 1 - 0x1p-12f, 0x1p-11f);
    return x;
}

/* d_x[0 .. n-1] = f(d_x[0 .. n-1]), n >= 1: queues the kernel in the stream and does not wait. In
 * transfers.cu, complete. */
void transfers_step(float *d_x, int n, int ops, cudaStream_t stream);

/* ---- the experiment's part ------------------------------------------------------------------ */

/* Defined in lab05.cu for the lab and for whoever grades: the inputs of a seed, the right answer,
 * and the check of y against it. Host arrays of n floats. */
struct check;
void transfers_inputs(float *x, int n, unsigned long long seed);
void transfers_reference(float *y, const float *x, int n, int ops, int steps);
void transfers_check(struct check *check, const float *y, const float *want, int n);

/* Runs a version, "gpu_ex52", once as the contract says, with memory and streams of its own, on a
 * device that is busy at first. y becomes what the launcher's y was at the moment it returned; it
 * is poison (POISON_BYTE) where nothing had been written. Returns 0, or -1: no such version. */
int transfers_run(const char *version, float *y, const float *x, int n, int ops, int steps,
                  int chunks);

#endif
