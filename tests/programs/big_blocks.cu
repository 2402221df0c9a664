/* A thousand blocks of 1,024 threads with eleven barriers. */
#include "include/common.h"

__global__ void k(int *p) {
    __shared__ int s[1024];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int o = 512; o; o /= 2) {
        if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
        __syncthreads();
    }
    if (!threadIdx.x) p[blockIdx.x] = s[0];
}
int main() {
    int *p = managed<int>(1000);
    k<<<1000, 1024>>>(p);
    SYNC();
    for (int i = 0; i < 1000; i++) EXPECT(p[i], 1023 * 512);
    return 0;
}
