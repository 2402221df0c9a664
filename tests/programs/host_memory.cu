/* Registered and mapped memory that kernels write, interior pointers, copies from host to host. */
#include "include/common.h"

__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }
int main() {
    int *h = (int *)malloc(4096), *d, *w, *dw;
    EXPECT(cudaHostRegister(h, 4096, cudaHostRegisterMapped), cudaSuccess);
    EXPECT(cudaHostGetDevicePointer(&d, h, 0), cudaSuccess);
    k<<<1, 32>>>(d);
    SYNC();
    EXPECT(h[31], 31);
    cudaHostUnregister(h);
    EXPECT(cudaHostAlloc(&w, 4096, cudaHostAllocMapped | cudaHostAllocPortable), cudaSuccess);
    EXPECT(cudaHostGetDevicePointer((void **)&dw, w + 8, 0), cudaSuccess);
    k<<<1, 32>>>(dw);
    SYNC();
    EXPECT(w[8 + 5], 5);
    int h2[8] = {1}, h3[8];
    cudaMemcpy2D(h3, 16, h2, 16, 16, 2, cudaMemcpyHostToHost);
    EXPECT(h3[0], 1);
    cudaMemcpy(h3, h2, 4, cudaMemcpyDefault);
    cudaStreamSynchronize(cudaStreamPerThread);
    k<<<1, 32>>>(w);
    SYNC();
    EXPECT(w[3], 3);
    return 0;
}
