/* Large local arrays and deep recursion, with and without barriers. */
#include "include/common.h"

__global__ void big(int *p) {
    int q[25000];
    for (int i = 0; i < 25000; i++) q[i] = i + threadIdx.x;
    p[threadIdx.x] = q[p[threadIdx.x] + 5000];
}
__global__ void big2(int *p) {
    int q[12000];
    for (int i = 0; i < 12000; i++) q[i] = i + threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = q[p[threadIdx.x] % 100 + 5000];
}
__global__ void big3(int *p) { /* CUDA's limit: 512 KB */
    int q[130000];
    for (int i = 0; i < 130000; i += 100) q[i] = i + threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = q[100 * (p[threadIdx.x] % 1300)];
}
__device__ int depth(int n) {
    volatile int x[4] = {n};
    return n == 0 ? 0 : 1 + depth(n - 1) + x[1];
}

__global__ void rec(int *p) {
    p[threadIdx.x] = depth(400);
    __syncthreads();
    p[threadIdx.x] += depth(300);
}

int main() {
    cudaDeviceSetLimit(cudaLimitStackSize, 128 << 10);
    int *p = managed<int>(64);
    big<<<1, 64>>>(p);
    SYNC();
    EXPECT(p[3], 5003);
    big2<<<1, 64>>>(p);
    SYNC();
    EXPECT(p[3], 5003 % 100 + 5003);
    p[3] = 1299;
    big3<<<1, 64>>>(p);
    SYNC();
    EXPECT(p[3], 129903);
    rec<<<1, 64>>>(p);
    SYNC();
    EXPECT(p[9], 700);
    return 0;
}
