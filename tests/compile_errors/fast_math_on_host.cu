// expects: calling a __device__ function\("__expf"\) from a __host__ function\("main"\) is not allowed
#include <math.h>
__global__ void wave(float *y) { y[threadIdx.x] = __expf(threadIdx.x); }

int main(void)
{
    float *d, h[32];
    int wrong = 0;
    cudaMalloc(&d, sizeof h);
    wave<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += h[i] != __expf(i); /* here */
    return wrong;
}
// nvcc: calling a __device__ function("__expf") from a __host__ function("main") is not allowed
