/* Lab 5 - transfers: what does the way to the GPU cost, and when is it worth it? The answers.
 *
 *   make solution05 && ./solution05
 *
 * v1     copy in, kernel, copy out; pageable memory          as handed out
 * ex51   the same from pinned memory                         answer to 5.1
 * ex52   chunks over streams: copies and kernels overlap     answer to 5.2
 * ex53   many steps, the data stay on the device             answer to 5.3 */
#include <cuda_runtime.h>
#include "transfers.h"

#define BLOCK 256

/* ---- the arithmetic: given ------------------------------------------------------------------ */

__global__ void transfers_kernel(float *x, int n, int ops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = transfers_element(x[i], ops);
}

void transfers_step(float *d_x, int n, int ops, cudaStream_t stream)
{
    int blocks = (n + BLOCK - 1) / BLOCK;

    transfers_kernel<<<blocks, BLOCK, 0, stream>>>(d_x, n, ops);
}

/* ---- v1: copy in, kernel, copy out; pageable memory ----------------------------------------- */

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
}

/* ---- ex51: the same from pinned memory ------------------------------------------------------ */

/* Right: all three stand in one stream, which keeps their order; the CPU waits for the last, and
 * that it has come means that all have. Without the wait y would still be what it was before.
 *
 * Fast: the copy engine reads x and writes y itself, where v1's bytes go through the CPU and a
 * staging buffer of the driver. The two calls of cudaMemcpy would be as fast here: in one stream
 * nothing overlaps, whether the CPU waits or not. */
void *transfers_ex51_alloc(size_t bytes)
{
    void *memory = NULL;

    cudaMallocHost(&memory, bytes); /* leaves NULL when there is not so much */
    return memory;
}

void transfers_ex51_free(void *memory)
{
    cudaFreeHost(memory);
}

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}

/* ---- ex52: chunks over streams, copies and kernels overlap ---------------------------------- */

/* Right: a chunk's copy, kernel and copy stand in one stream and so come one after the other;
 * between chunks nothing needs an order, because each has its own part of x, d_x and y. Rounded up,
 * `each` may use up n before the last chunk, so the loop ends by n and not by chunks, and an empty
 * chunk is never launched. All streams have to be waited for: the last chunk is in one of them, but
 * need not be the last to end.
 *
 * Fast: what was a sum, in + kernel + out, tends to the largest of the three, plus one chunk's way
 * at the beginning and at the end. That favours small chunks, and what each costs, some
 * microseconds for three calls and three starts, favours large ones. */
void transfers_ex52(float *y, const float *x, float *d_x, int n, int ops, int chunks,
                    const cudaStream_t streams[TRANSFERS_STREAMS])
{
    int each = n / chunks + (n % chunks > 0);

    for (int first = 0, chunk = 0; first < n; first += each, chunk++) {
        int here = n - first < each ? n - first : each;
        size_t bytes = here * sizeof(float);
        cudaStream_t stream = streams[chunk % TRANSFERS_STREAMS];
        cudaMemcpyAsync(d_x + first, x + first, bytes, cudaMemcpyHostToDevice, stream);
        transfers_step(d_x + first, here, ops, stream);
        cudaMemcpyAsync(y + first, d_x + first, bytes, cudaMemcpyDeviceToHost, stream);
    }
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamSynchronize(streams[s]);
}

/* ---- ex53: many steps, the data stay on the device ------------------------------------------ */

/* Right: kernels of one stream run one after the other, so step s + 1 finds what step s has left in
 * d_x, without the CPU's waiting in between.
 *
 * Fast: 8 n bytes cross the bus instead of 8 n for every step, and the share of the way falls with
 * every step that is added. */
void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);

    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0);
    for (int s = 0; s < steps; s++)
        transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
}
