/* finds: race */
/* The race is in a function that the kernel calls: it adds to its neighbour's place. */
#include <stdio.h>

__device__ void spread(float *s, int t, float amount)
{
    s[t + 1] += amount; // HERE
    s[t] -= amount;     // HERE
}

__global__ void diffuse(float *x)
{
    __shared__ float s[97];
    int t = threadIdx.x;
    s[t] = x[t];
    if (t == 0)
        s[96] = 0;
    __syncthreads();
    spread(s, t, 0.5f);
    __syncthreads();
    x[t] = s[t];
}

int main(void)
{
    float x[96], *d_x;
    for (int i = 0; i < 96; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    diffuse<<<1, 96>>>(d_x);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    printf("%g\n", x[0]);
    cudaFree(d_x);
    return 0;
}
