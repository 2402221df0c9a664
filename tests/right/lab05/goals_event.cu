/* in the long tests, expects: gpu_ex51 ok */
/* goals: gpu_ex51 done */
/* Waits for an event after the last copy, and checks calls as labs 1 to 4 do. */
#include "../../wrong/lab05/all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    cudaEvent_t there;

    CUDA_CHECK(cudaEventCreateWithFlags(&there, cudaEventDisableTiming));
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyDefault, 0);
    transfers_step(d_x, n, ops, 0);
    cudaMemcpyAsync(y, d_x, n * sizeof(float), cudaMemcpyDefault, 0);
    cudaEventRecord(there, 0);
    cudaEventSynchronize(there);
    cudaEventDestroy(there);
}
