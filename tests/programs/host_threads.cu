/* Eight host threads that launch at the same time; errors belong to their thread. */
#include <thread>
#include <vector>
#include <omp.h>
#include "include/common.h"

__global__ void k(int *p, int v) {
    __shared__ int s[64];
    s[threadIdx.x] = v;
    __syncthreads();
    p[blockIdx.x * 64 + threadIdx.x] += s[63 - threadIdx.x];
}

int main() {
    std::vector<std::thread> ts;
    int bad[8] = {};
    for (int t = 0; t < 8; t++)
        ts.emplace_back([t, &bad] {
            cudaSetDevice(0);
            int *p;
            cudaStream_t s;
            cudaStreamCreate(&s);
            cudaMalloc(&p, 256 * 4);
            cudaMemset(p, 0, 1024);
            for (int i = 0; i < 50; i++) k<<<4, 64, 0, i % 2 ? s : 0>>>(p, t);
            k<<<1, 4096>>>(p, t);
            cudaError_t refused = cudaGetLastError();
            bad[t] += refused != cudaErrorInvalidConfiguration && refused != cudaErrorInvalidValue;
            cudaDeviceSynchronize();
            int h[256];
            cudaMemcpy(h, p, 1024, cudaMemcpyDeviceToHost);
            for (int x : h) bad[t] += x != 50 * t;
            bad[t] += cudaGetLastError() != cudaSuccess;
            cudaFree(p);
            cudaStreamDestroy(s);
        });
    for (auto &t : ts) t.join();
    for (int b : bad) EXPECT(b, 0);
    return 0;
}
