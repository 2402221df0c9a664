/* finds: race */
/* The program asks first whether blocks can wait for each other, as it should; then they do not
 * wait. */
#include <cooperative_groups.h>

__global__ void turn(int *next, int *now, int n)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = grid.thread_rank();
    now[i] = i;                          // HERE
    next[i] = now[(i + blockDim.x) % n]; // HERE
    grid.sync();
    now[i] = next[i];
}

int main()
{
    int can = 0, n = 128, *now, *next;
    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
    if (!can)
        return 0;
    cudaMalloc(&now, n * sizeof *now);
    cudaMalloc(&next, n * sizeof *next);
    cudaMemset(now, 0, n * sizeof *now);
    void *args[] = { &next, &now, &n };
    cudaLaunchCooperativeKernel((void *)turn, 2, 64, args);
    cudaDeviceSynchronize();
    cudaFree(now);
    cudaFree(next);
    return 0;
}
