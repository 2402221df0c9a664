/* expects: gpu_ex51 ok */
/* cudaHostAlloc, copies of cudaMemcpyDefault, a stream of its own that is kept, an event. */
#define transfers_ex51_alloc transfers_ex51_alloc_right
#define transfers_ex51       transfers_ex51_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_alloc
#undef transfers_ex51

void *transfers_ex51_alloc(size_t bytes)
{
    void *memory;

    return cudaHostAlloc(&memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped) ? NULL
                                                                                      : memory;
}

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    static cudaStream_t stream;
    static cudaEvent_t done;

    if (!stream &&
        (cudaStreamCreate(&stream) || cudaEventCreateWithFlags(&done, cudaEventDisableTiming)))
        return;
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyDefault, stream);
    transfers_step(d_x, n, ops, stream);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDefault, stream);
    cudaEventRecord(done, stream);
    cudaEventSynchronize(done);
}
