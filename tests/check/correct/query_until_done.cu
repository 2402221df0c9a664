/* The host asks until all is done. */
#define FLAGS cudaStreamNonBlocking
#include "../two_streams.h"
#include <stdio.h>

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    scale<<<4, 128, 0, a>>>(d_y, d_x, n);
    cudaMemcpyAsync(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost, a);
    while (cudaStreamQuery(a) == cudaErrorNotReady)
        continue;
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    printf("%g\n", sum);
}
