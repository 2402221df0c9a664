/* finds: race, also uninitialized */
/* Tiled product: no barrier between loading the tiles and using them. */
#include "../host.h"

#define TILE 16

__global__ void multiply(float *c, const float *a, const float *b, int n)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += TILE) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];   // HERE
        tb[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col]; // HERE
        for (int k = 0; k < TILE; k++)
            sum += ta[threadIdx.y][k] * tb[k][threadIdx.x]; // HERE
        __syncthreads();
    }
    c[row * n + col] = sum;
}

int main(void)
{
    const int n = 48;
    float *a = counted<float>(n * n), *b = counted<float>(n * n), *c = unset<float>(n * n);
    multiply<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(c, a, b, n);
    return end();
}
