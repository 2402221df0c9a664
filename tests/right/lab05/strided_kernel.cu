/* expects: gpu_ex53 ok */
/* A kernel of its own, with 32 blocks and a loop, started by cudaLaunchKernel in a stream that
 * lives as long as the call; waits for an event that blocks. */
#include "../../wrong/lab05/all_but_ex53.h"

__global__ void strided(float *x, int n, int ops)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n;
         i += (long long)gridDim.x * blockDim.x)
        x[i] = transfers_element(x[i], ops);
}

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    size_t bytes = n * sizeof(float);
    cudaStream_t stream;
    cudaEvent_t done;
    void *arguments[] = { &d_x, &n, &ops };

    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventBlockingSync | cudaEventDisableTiming);
    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyDefault, stream);
    for (int s = 0; s < steps; s++)
        cudaLaunchKernel((const void *)strided, dim3(32), dim3(512), arguments, 0, stream);
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDefault, stream);
    cudaEventRecord(done, stream);
    cudaEventSynchronize(done);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
}
