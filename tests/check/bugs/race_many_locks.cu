/* finds: race */
/* 1,024 locks, each for a counter; but the last 96 take none. */
#define LEAST 1
#include "../main_many_locks.h"

__global__ void count(int *counts, int *locks, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        int k = (int)((i * 2654435761u >> 7) % LOCKS);
        for (int lane = 0; lane < 32; lane++)
            if (i % 32 == lane) {
                if (i < 4000)
                    take(&locks[k]);
                counts[k] = counts[k] + 1; // HERE
                if (i < 4000)
                    give(&locks[k]);
            }
    }
}
