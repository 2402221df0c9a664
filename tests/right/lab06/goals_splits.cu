/* in the long tests, expects: gpu_ex62 ok */
/* goals: gpu_ex61 done, gpu_ex62 done, gpu_ex63 done */
/* 6.1: 4 x 4 everywhere, k cut into pieces where tiles are few. 6.2: eight halves at a time where
 * they are aligned. 6.3: float4 where there are four channels. */
#include "all_but_ex61_and_ex62_and_ex63.h"

__global__ void pieces_of_k(float *c, const float *a, const float *b, int m, int n, int k, int each)
{
    __shared__ float as[64][17], bs[16][64];
    int tx = threadIdx.x, ty = threadIdx.y, across = (n + 63) / 64;
    int i0 = blockIdx.x / across * 64 + ty, j0 = blockIdx.x % across * 64 + tx;
    int first = blockIdx.y * each, end = min(k, first + each);
    float sum[4][4] = {};
    for (int p0 = first; p0 < end; p0 += 16) {
        for (int e = 0; e < 64; e += 16) {
            as[ty + e][tx] = i0 + e < m && p0 + tx < end ? a[(i0 + e) * k + p0 + tx] : 0;
            bs[ty][tx + e] = p0 + ty < end && j0 + e < n ? b[(p0 + ty) * n + j0 + e] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += as[ty + 16 * r][p] * bs[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + 16 * r < m && j0 + 16 * s < n) {
                float *to = &c[(i0 + 16 * r) * n + j0 + 16 * s];
                if (gridDim.y == 1)
                    *to = sum[r][s];
                else
                    atomicAdd(to, sum[r][s]);
            }
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int tiles_of_c = ((m + 63) / 64) * ((n + 63) / 64), cuts = 1;
    while (tiles_of_c * cuts < 128 && cuts < 16 && k / (2 * cuts) >= 32)
        cuts *= 2;
    int each = ((k + cuts - 1) / cuts + 15) / 16 * 16;
    if (cuts > 1)
        cudaMemsetAsync(d_c, 0, sizeof(float) * m * n);
    pieces_of_k<<<dim3(tiles_of_c, cuts), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k, each);
    cudaGetLastError();
}

static __device__ void eight_floats(float to[8], const __half *x, int row, int col, int rows,
                                    int cols)
{
    if (row < rows && cols % 8 == 0 && col < cols) {
        uint4 v = *(const uint4 *)&x[row * cols + col];
        const __half2 *h = (const __half2 *)&v;
        for (int e = 0; e < 4; e++) {
            float2 two = __half22float2(h[e]);
            to[2 * e] = two.x, to[2 * e + 1] = two.y;
        }
        return;
    }
    for (int e = 0; e < 8; e++)
        to[e] = row < rows && col + e < cols ? __half2float(x[row * cols + col + e]) : 0;
}

__global__ void by_eight_halves(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    __shared__ float as[32][16], bs[16][32];
    int t = threadIdx.x, tx = t % 8, ty = t / 8, across = (n + 31) / 32;
    int i0 = blockIdx.x / across * 32, j0 = blockIdx.x % across * 32;
    float sum[4][4] = {};
    for (int p0 = 0; p0 < k; p0 += 16) {
        eight_floats(&as[t / 2][t % 2 * 8], a, i0 + t / 2, p0 + t % 2 * 8, m, k);
        eight_floats(&bs[t / 4][t % 4 * 8], b, p0 + t / 4, j0 + t % 4 * 8, k, n);
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += as[ty * 4 + r][p] * bs[p][tx * 4 + s];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + ty * 4 + r < m && j0 + tx * 4 + s < n)
                c[(i0 + ty * 4 + r) * n + j0 + tx * 4 + s] = __float2half(sum[r][s]);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    by_eight_halves<<<((m + 31) / 32) * ((n + 31) / 32), 64>>>(d_c, d_a, d_b, m, n, k);
    cudaGetLastError();
}

template <typename T>
__global__ void columns_of(T *to, const T *image, int height, int width, int channels, int kernel,
                           int stride, int padding, int h, int w, unsigned int all)
{
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < all;
         i += gridDim.x * blockDim.x) {
        unsigned int c = i % channels, tap = i / channels, pixel = tap / (kernel * kernel);
        tap %= kernel * kernel;
        int x = pixel % w * stride - padding + tap % kernel,
            y = pixel / w % h * stride - padding + tap / kernel;
        T value = {};
        if ((unsigned)x < (unsigned)width && (unsigned)y < (unsigned)height)
            value = image[((pixel / w / h * height + y) * width + x) * channels + c];
        to[i] = value;
    }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int h = (height + 2 * padding - kernel) / stride + 1,
        w = (width + 2 * padding - kernel) / stride + 1;
    unsigned int all = (unsigned int)batch * h * w * kernel * kernel * channels;
    if (channels % 4 == 0)
        columns_of<<<512, 256>>>((float4 *)d_columns, (const float4 *)d_image, height, width,
                                 channels / 4, kernel, stride, padding, h, w, all / 4);
    else
        columns_of<<<512, 256>>>(d_columns, d_image, height, width, channels, kernel, stride,
                                 padding, h, w, all);
    cudaGetLastError();
}
