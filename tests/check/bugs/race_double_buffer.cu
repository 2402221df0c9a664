/* finds: race */
/* Two buffers, one barrier per step, but the next tile is stored into the buffer that is read. */
#include <stdio.h>

#define BLOCK 64

__global__ void sums(int *out, const int *in, int steps)
{
    __shared__ int buffer[2][BLOCK];
    int t = threadIdx.x, sum = 0;
    buffer[0][t] = in[t];
    buffer[1][t] = 0;
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        int now = s & 1;
        if (s + 1 < steps)
            buffer[now][t] = in[(s + 1) * BLOCK + t]; // HERE
        sum += buffer[now][BLOCK - 1 - t];            // HERE
        __syncthreads();
    }
    out[t] = sum;
}

int main(void)
{
    const int steps = 5, n = steps * BLOCK;
    int x[n], *d_x, *d_sums;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sums, BLOCK * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    sums<<<1, BLOCK>>>(d_sums, d_x, steps);
    cudaMemcpy(x, d_sums, BLOCK * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", x[0]);
    cudaFree(d_x);
    cudaFree(d_sums);
    return 0;
}
