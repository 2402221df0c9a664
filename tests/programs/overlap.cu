/* The device says that it has what programs with streams ask for. */
#include "include/common.h"

int main()
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    int overlap = 0;
    cudaDeviceGetAttribute(&overlap, cudaDevAttrGpuOverlap, 0);
    EXPECT(overlap > 0 && p.asyncEngineCount > 0 && p.concurrentKernels > 0, true);
    EXPECT(cudaSetDeviceFlags(cudaDeviceBlockingSync), cudaSuccess);
    int *a = managed<int>(1), *b = managed<int>(1);
    *a = 3;
    EXPECT(cudaMemcpyPeerAsync(b, 0, a, 0, sizeof *a, 0), cudaSuccess);
    SYNC();
    EXPECT(*b, 3);
    return 0;
}
