/* finds: uninitialized */
/* The halo of the shared tile is not loaded. */
#include <stdio.h>

#define BLOCK 64

__global__ void average(float *out, const float *in)
{
    __shared__ float s[BLOCK + 2];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t + 1] = in[i];
    __syncthreads();
    out[i] = (s[t] + s[t + 1] + s[t + 2]) / 3; // HERE
}

int main(void)
{
    const int n = 16 * BLOCK;
    float x[n], *d_in, *d_out;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = 5;
    cudaMalloc(&d_in, sizeof x);
    cudaMalloc(&d_out, sizeof x);
    cudaMemcpy(d_in, x, sizeof x, cudaMemcpyHostToDevice);
    average<<<n / BLOCK, BLOCK>>>(d_out, d_in);
    cudaMemcpy(x, d_out, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += i % BLOCK > 0 && i % BLOCK < BLOCK - 1 && x[i] != 5;
    printf("at the edge: %g\n", x[0]);
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
