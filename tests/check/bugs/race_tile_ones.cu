/* finds: race */
/* Tiled product without the second barrier; all inputs are 1, so the result is right anyway. */
#include "../host.h"

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
    float *a = filled<float>(N * N, 1), *b = filled<float>(N * N, 1), *c = unset<float>(N * N);
    matmul<<<dim3(N / T, N / T), dim3(T, T)>>>(c, a, b);
    return end(at(c, 7) != 64);
}
