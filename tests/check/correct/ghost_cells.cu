/* 2-D heat in a shared tile with ghost cells on four sides; corners are never read nor written. */
#include "../host.h"

#define T 8

__global__ void heat(float *out, const float *in, int n)
{
    __shared__ float s[T + 2][T + 2];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    if (x < n && y < n) {
        s[ty][tx] = in[y * n + x];
        if (tx == 1)
            s[ty][0] = x > 0 ? in[y * n + x - 1] : 0;
        if (ty == 1)
            s[0][tx] = y > 0 ? in[(y - 1) * n + x] : 0;
        if (tx == T || x == n - 1)
            s[ty][tx + 1] = x < n - 1 ? in[y * n + x + 1] : 0;
        if (ty == T || y == n - 1)
            s[ty + 1][tx] = y < n - 1 ? in[(y + 1) * n + x] : 0;
    }
    __syncthreads();
    if (x < n && y < n)
        out[y * n + x] = s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1];
}

int main(void)
{
    const int n = 27;
    int wrong = 0;
    float *x = counted<float>(n * n), *d_y = unset<float>(n * n);
    heat<<<dim3(4, 4), dim3(T, T)>>>(d_y, x, n);
    const float *y = in_host(d_y, n * n);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            wrong += y[i * n + j] != 4 * (i * n + j);
    return end(wrong);
}
