/* Lab 5 - transfers: what does it cost to copy to the GPU and back, and when is it worth it?
 *
 *   make lab05 && ./lab05          check every version, then time it
 *   make check05                   find races and bad addresses
 *
 * v1     copy in, kernel, copy out; pageable memory          worked, read it first
 * ex51   the same from pinned memory                         TODO(5.1)
 * ex52   chunks over streams: copies and kernels overlap     TODO(5.2)
 * ex53   many steps, the data stay on the device             TODO(5.3)
 *
 * The only file you edit. It builds as it stands. transfers.h says what a launcher must do. There
 * are no kernels to write in this lab: what you write are the copies there and back. */
#include <cuda_runtime.h>
#include "transfers.h"

#define BLOCK 256

/* ---- the arithmetic: given, leave it as it is ----------------------------------------------- */

/* In place: d_x[i] is read from the device's memory and written back once, however many operations
 * lie between. */
__global__ void transfers_kernel(float *x, int n, int ops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = transfers_element(x[i], ops);
}

void transfers_step(float *d_x, int n, int ops, cudaStream_t stream)
{
    int blocks = (n + BLOCK - 1) / BLOCK; /* rounded up; n = 0 would be an error: no block at all */

    transfers_kernel<<<blocks, BLOCK, 0, stream>>>(d_x, n, ops);
}

/* ---- v1: copy in, kernel, copy out; pageable memory ----------------------------------------- */

/* cudaMemcpy counts bytes, not elements, and its last argument is the direction.
 *
 * What malloc returns is pageable: the system may move a page while the program runs, so the GPU's
 * copy engine cannot read it. The driver first copies it, piece by piece, into pinned memory of its
 * own: every byte goes through the CPU before it reaches the bus.
 *
 * Nothing overlaps here. The kernel begins when all of x has arrived (the default stream keeps its
 * order), and the second cudaMemcpy begins when the kernel has ended, and returns when y is
 * complete: so v1 need not wait for anything else. What goes wrong in a call is found by the lab,
 * which asks cudaGetLastError. */
void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
}

/* ---- ex51: the same from pinned memory ------------------------------------------------------ */

/* Pinned memory (page-locked) stays where it is, so the copy engine reads it itself, at nearly the
 * full speed of the bus. It comes from cudaMallocHost instead of malloc; the lab asks for it once,
 * before the clock starts, because pinning takes longer than many a copy.
 *
 * And only from pinned memory can a large copy go on behind the CPU's back: cudaMemcpyAsync.
 *
 * Ask first: copy, kernel and copy stand in one stream. Which of them must the CPU wait for? What
 * is in y when cudaMemcpyAsync returns? */
void *transfers_ex51_alloc(size_t bytes)
{
    // TODO(5.1): Return `bytes` bytes of pinned memory. Hint: handouts, section 2.
    (void)bytes;
    return NULL;
}

void transfers_ex51_free(void *memory)
{
    // TODO(5.1): Free it again. Hint: handouts, section 2.
    (void)memory;
}

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    // TODO(5.1): Queue copy, kernel and copy; wait once, at the end. Hint: handouts, section 2.
    (void)y, (void)x, (void)d_x, (void)n, (void)ops;
}

/* ---- ex52: chunks over streams, copies and kernels overlap ---------------------------------- */

/* Most GPUs have a copy engine for each direction, and the SMs compute meanwhile. In one
 * stream they take turns. Cut into chunks that go through different streams, chunk 1 is on its way
 * in while chunk 0 is computed, and chunk 0 goes back while chunk 2 comes.
 *
 * Ask first: n = 10 in 4 chunks; how long is the last one? And n = 5 in 4? What must stand in the
 * same stream, and why? Whom does the CPU wait for at the end? */
void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    // TODO(5.2): Copy, compute and copy back chunk by chunk. Hint: handouts, section 3.
    (void)y, (void)x, (void)d_x, (void)n, (void)ops, (void)chunks, (void)streams;
}

/* ---- ex53: many steps, the data stay on the device ------------------------------------------ */

/* Step s + 1 needs what step s has computed, and nobody on the host needs it in between. The lab's
 * gpu_ten does v1's work every step, and so carries everything out and in again each time.
 *
 * Ask first: how many bytes cross the bus in ten steps of v1, and how many have to? */
void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    // TODO(5.3): Copy in once, do all steps, copy out once. Hint: handouts, section 4.
    (void)y, (void)x, (void)d_x, (void)n, (void)ops, (void)steps;
}
