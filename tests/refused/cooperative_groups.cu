/* refuses: cooperative_groups(\.h)? is not available on the CPU device */
#include <cooperative_groups.h> /* here */
namespace cg = cooperative_groups;

__global__ void whole_grid(int *p)
{
    cg::grid_group grid = cg::this_grid();
    p[grid.thread_rank()] = 1;
    grid.sync();
    if (grid.thread_rank() == 0) *p = 2;
}

int main()
{
    int *d;
    cudaMalloc(&d, 256 * sizeof(int));
    void *args[] = { &d };
    cudaLaunchCooperativeKernel((void *)whole_grid, dim3(2), dim3(128), args, 0, 0);
    return cudaDeviceSynchronize() != cudaSuccess;
}
