/* A program may have the name of one of CUDA's headers, or begin like one. */
#include "include/common.h"

__global__ void paint(int *x) { x[threadIdx.x] = 3; }

int main() {
    int *x = managed<int>(32);
    paint<<<1, 32>>>(x);
    SYNC();
    EXPECT(x[31], 3);
    return 0;
}
