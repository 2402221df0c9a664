/* finds: race */
/* Steps of a rod's temperature in shared memory: neighbours are read, a barrier, the new value is
 * written, and the next step begins without a barrier. */
#include <stdio.h>

#define N 128

__global__ void steps(float *x, int count)
{
    __shared__ float s[N + 2];
    int t = threadIdx.x + 1;
    s[t] = x[threadIdx.x];
    if (t == 1)
        s[0] = s[N + 1] = 0;
    __syncthreads();
    for (int step = 0; step < count; step++) {
        float next = s[t] + 0.25f * (s[t - 1] - 2 * s[t] + s[t + 1]); // HERE
        __syncthreads();
        s[t] = next; // HERE
    }
    x[threadIdx.x] = s[t];
}

int main(void)
{
    float x[N], *d_x;
    for (int i = 0; i < N; i++)
        x[i] = i < N / 2 ? 100 : 0;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    steps<<<1, N>>>(d_x, 20);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    printf("%g\n", x[N / 2]);
    cudaFree(d_x);
    return 0;
}
