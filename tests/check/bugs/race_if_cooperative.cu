/* finds: race */
/* The program asks first whether blocks can wait for each other, as it should; then they do not
 * wait. */
#include <cooperative_groups.h>
#include "../host.h"

__global__ void turn(int *next, int *now, int n)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = grid.thread_rank();
    now[i] = i;                          // HERE
    next[i] = now[(i + blockDim.x) % n]; // HERE
    grid.sync();
    now[i] = next[i];
}

int main(void)
{
    int can = 0, n = 128;
    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
    if (!can)
        return 0;
    int *now = zeros<int>(n), *next = unset<int>(n);
    void *args[] = { &next, &now, &n };
    cudaLaunchCooperativeKernel((void *)turn, 2, 64, args);
    return end();
}
