/* refuses: cooperative_groups/scan\.h is not available on the CPU device */
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void k(int *p)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    p[threadIdx.x] = cg::inclusive_scan(warp, 1);
}

int main()
{
    int *d;
    cudaMalloc(&d, 32 * sizeof *d);
    k<<<1, 32>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
