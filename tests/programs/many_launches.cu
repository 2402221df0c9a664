/* A hundred thousand launches, a thousand streams. */
#include "include/common.h"

__global__ void inc(int *p) { atomicAdd(p, 1); }
int main() {
    int *p = managed<int>(1);
    for (int i = 0; i < 100000; i++) inc<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 100000);
    for (int i = 0; i < 1000; i++) {
        cudaStream_t s;
        cudaStreamCreate(&s);
        inc<<<1, 1, 0, s>>>(p);
        cudaStreamDestroy(s);
    }
    SYNC();
    EXPECT(*p, 101000);
    return 0;
}
