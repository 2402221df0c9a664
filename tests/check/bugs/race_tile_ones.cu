/* finds: race */
/* Tiled product without the second barrier; all inputs are 1, so the result is right anyway. */
#include <stdlib.h>

#define T 16
#define N 64

__global__ void matmul(float *c, const float *a, const float *b)
{
    __shared__ float ta[T][T];
    __shared__ float tb[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float sum = 0;
    for (int t = 0; t < N / T; t++) {
        ta[y][x] = a[row * N + t * T + x];   // HERE
        tb[y][x] = b[(t * T + y) * N + col]; // HERE
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += ta[y][k] * tb[k][x]; // HERE
    }
    c[row * N + col] = sum;
}

int main(void)
{
    static float ones[N * N], result[N * N];
    float *a, *b, *c;
    int wrong = 0;
    for (int i = 0; i < N * N; i++)
        ones[i] = 1;
    cudaMalloc(&a, sizeof ones);
    cudaMalloc(&b, sizeof ones);
    cudaMalloc(&c, sizeof ones);
    cudaMemcpy(a, ones, sizeof ones, cudaMemcpyHostToDevice);
    cudaMemcpy(b, ones, sizeof ones, cudaMemcpyHostToDevice);
    matmul<<<dim3(N / T, N / T), dim3(T, T)>>>(c, a, b);
    cudaMemcpy(result, c, sizeof ones, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N * N; i++)
        wrong += result[i] != N;
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return wrong != 0;
}
