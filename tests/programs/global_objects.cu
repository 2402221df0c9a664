/* Device memory, streams and events in global objects: made before main, destroyed after it. */
#include "include/common.h"

struct Buf {
    float *p;
    Buf(int n) {
        cudaMalloc(&p, n * 4);
        cudaMemset(p, 0, n * 4);
    }
    ~Buf() { cudaFree(p); }
};
static Buf buf(100);
struct Ev {
    cudaEvent_t e;
    cudaStream_t s;
    Ev() {
        cudaEventCreate(&e);
        cudaStreamCreate(&s);
    }
    ~Ev() {
        cudaEventDestroy(e);
        cudaStreamDestroy(s);
    }
} ev;
__global__ void k(float *p) { p[threadIdx.x] = 1; }
int main() {
    k<<<1, 100, 0, ev.s>>>(buf.p);
    float h[100];
    cudaMemcpy(h, buf.p, 400, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    return 0;
}
