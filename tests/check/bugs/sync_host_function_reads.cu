/* finds: missing-synchronize */
/* The host changes what a function of the host in a stream may still be reading. */
#include "../two_streams.h"

static float sum;

static void add_up(void *data)
{
    for (int i = 0; i < n; i++)
        sum += ((float *)data)[i]; // HERE
}

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    scale<<<4, 128, 0, a>>>(d_y, d_x, n);
    cudaMemcpyAsync(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost, a);
    cudaEventRecord(done, a);
    cudaLaunchHostFunc(a, add_up, x); // HERE
    cudaEventSynchronize(done);
    x[7] = 0; // HERE
}
