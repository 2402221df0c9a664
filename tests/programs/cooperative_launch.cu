/* A grid that waits for all its blocks, several times: cudaLaunchCooperativeKernel. */
#include <cooperative_groups.h>
#include "include/common.h"
namespace cg = cooperative_groups;

__global__ void rotate(int *a, int *b, int n, int rounds) {
    cg::grid_group grid = cg::this_grid();
    __shared__ int mine[256];
    for (int round = 0; round < rounds; round++) {
        for (unsigned long long i = grid.thread_rank(); i < (unsigned long long)n; i += grid.size()) {
            mine[threadIdx.x] = a[(i + 1) % n];
            b[i] = mine[threadIdx.x];
        }
        grid.sync();
        int *other = a;
        a = b;
        b = other;
    }
    if (!grid.is_valid() || grid.num_blocks() != gridDim.x) a[0] = -1;
}

int main() {
    int sms, per_sm, can, n = 1000, *a = managed<int>(n), *b = managed<int>(n);
    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
    if (!can) return 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, rotate, 256, 0);
    int rounds = 7;
    void *args[] = { &a, &b, &n, &rounds };
    for (int repeat = 0; repeat < 20; repeat++) {
        for (int i = 0; i < n; i++) a[i] = i;
        if (repeat % 2) EXPECT(cudaLaunchCooperativeKernel((void *)rotate, sms * per_sm, 256, args, 0, 0), cudaSuccess);
        else EXPECT(cudaLaunchCooperativeKernel(rotate, dim3(sms * per_sm), dim3(64), args), cudaSuccess);
        SYNC();
        for (int i = 0; i < n; i++) EXPECT(b[i], (i + rounds) % n);
    }
    EXPECT(cudaLaunchCooperativeKernel((void *)rotate, sms * per_sm + 1, 256, args, 0, 0),
        cudaErrorCooperativeLaunchTooLarge);
    EXPECT(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    return 0;
}
