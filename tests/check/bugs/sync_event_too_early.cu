/* finds: missing-synchronize */
/* The host waits for an event that was recorded before the copy. */
#include "../two_streams.h"
#include <stdio.h>

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    scale<<<4, 128, 0, a>>>(d_y, d_x, n);
    cudaEventRecord(done, a);
    cudaMemcpyAsync(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost, a); // HERE
    cudaEventSynchronize(done);
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i]; // HERE
    printf("%g\n", sum);
}
