/* finds: race */
/* The popular last warp: a __syncwarp after each step, but a lane still reads what another writes
 * within the step. */
#include <stdio.h>

__global__ void reduce(float *out, const float *in)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        volatile float *v = s;
        for (int d = 32; d > 0; d /= 2) {
            v[t] += v[t + d]; // HERE
            __syncwarp();
        }
    }
    if (t == 0)
        *out = s[0];
}

int main(void)
{
    float x[64], *d_x, *d_y;
    for (int i = 0; i < 64; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof(float));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reduce<<<1, 64>>>(d_y, d_x);
    cudaMemcpy(x, d_y, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", x[0]);
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
