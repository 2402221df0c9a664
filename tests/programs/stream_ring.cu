/* A thousand launches that go round three streams, each waiting for the event of the one before. */
#include "include/common.h"

// a second kernel on data of the first, 1000 dependent launches, alternating streams and events
__global__ void inc(int *p, int expect) {
    if (*p == expect) *p = expect + 1;
}
int main() {
    int *p = managed<int>(1);
    cudaStream_t s[3];
    cudaEvent_t e[3];
    for (int i = 0; i < 3; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    }
    for (int i = 0; i < 999; i++) {
        cudaStreamWaitEvent(s[i % 3], e[(i + 2) % 3], 0);
        inc<<<1, 1, 0, s[i % 3]>>>(p, i);
        cudaEventRecord(e[i % 3], s[i % 3]);
    }
    SYNC();
    EXPECT(*p, 999);
    return 0;
}
