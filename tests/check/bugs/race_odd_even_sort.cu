/* finds: race */
/* Odd-even sort in shared memory: the barrier stands after both half-steps, not after each. */
#include <stdio.h>

#define N 128

__device__ void order(int *a, int *b)
{
    if (*a > *b) {     // HERE
        int swap = *a; // HERE
        *a = *b;       // HERE
        *b = swap;     // HERE
    }
}

__global__ void sort(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[2 * t] = x[2 * t];
    s[2 * t + 1] = x[2 * t + 1];
    __syncthreads();
    for (int round = 0; round < N / 2; round++) {
        order(&s[2 * t], &s[2 * t + 1]);
        if (2 * t + 2 < N)
            order(&s[2 * t + 1], &s[2 * t + 2]);
        __syncthreads();
    }
    x[2 * t] = s[2 * t];
    x[2 * t + 1] = s[2 * t + 1];
}

int main(void)
{
    int x[N], *d_x;
    for (int i = 0; i < N; i++)
        x[i] = N - i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    sort<<<1, N / 2>>>(d_x);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    printf("%d %d\n", x[0], x[N - 1]);
    cudaFree(d_x);
    return 0;
}
