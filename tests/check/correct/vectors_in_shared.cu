/* float4 into and out of shared arrays: aligned by hand, as float4, dynamic; and memcpy of 16
 * bytes. */
#include <string.h>

__global__ void pass(float4 *out, const float4 *in)
{
    __shared__ float odd[3];
    __shared__ __align__(16) float a[128];
    __shared__ float4 b[32];
    extern __shared__ float4 c[];
    int t = threadIdx.x;
    if (t < 3)
        odd[t] = t;
    *(float4 *)&a[4 * t] = in[t];
    __syncthreads();
    b[t] = ((float4 *)a)[31 - t];
    __syncthreads();
    memcpy(&c[t], &b[31 - t], sizeof(float4));
    __syncthreads();
    float4 v = c[(t + 1) % 32];
    v.x += odd[t % 3];
    out[t] = v;
}

int main(void)
{
    float x[128], *d_x, *d_y;
    int wrong = 0;
    for (int i = 0; i < 128; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    pass<<<1, 32, 32 * sizeof(float4)>>>((float4 *)d_y, (const float4 *)d_x);
    cudaMemcpy(x, d_y, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++)
        wrong += x[i] != (i + 4) % 128 + (i % 4 == 0 ? i / 4 % 3 : 0);
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
