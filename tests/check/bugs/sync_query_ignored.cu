/* finds: missing-synchronize */
/* A query does not wait: its answer would say whether all is done, and nobody looks at it. */
#define FLAGS cudaStreamNonBlocking
#include "../two_streams.h"
#include <stdio.h>

static void work(void)
{
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, a);
    scale<<<4, 128, 0, a>>>(d_y, d_x, n);
    cudaMemcpyAsync(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost, a); // HERE
    cudaStreamQuery(a);
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i]; // HERE
    printf("%g\n", sum);
}
