/* finds: missing-synchronize */
/* A kernel in another stream reads what a function of the host may not have written yet. */
#include "../two_streams.h"

static void begin(void *data)
{
    for (int i = 0; i < n; i++)
        ((float *)data)[i] = i; // HERE
}

static void work(void)
{
    cudaLaunchHostFunc(a, begin, x);    // HERE
    scale<<<4, 128, 0, b>>>(d_y, x, n); // HERE
}
