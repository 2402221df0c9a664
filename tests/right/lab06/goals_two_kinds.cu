/* in the long tests, expects: gpu_ex62 ok */
/* goals: gpu_ex61 done, gpu_ex62 done, gpu_ex63 done */
/* 6.1: 64 x 64 with 4 x 4, or v1's tiles. 6.2: v1 in halves. 6.3: a block for each row of the
 * columns. */
#include "all_but_ex61_and_ex62_and_ex63.h"

__global__ void patches(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[64][17], b_tile[16][65];
    int i0 = blockIdx.x / pieces(n, 64) * 64, j0 = blockIdx.x % pieces(n, 64) * 64;
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum[16] = {};

    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int e = 0; e < 4; e++) {
            int i = i0 + 16 * e + ty, j = j0 + 16 * e + tx;
            a_tile[16 * e + ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
            b_tile[ty][16 * e + tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++) {
            float v0 = b_tile[p][tx], v1 = b_tile[p][tx + 16], v2 = b_tile[p][tx + 32];
            float v3 = b_tile[p][tx + 48];
            for (int r = 0; r < 4; r++) {
                float u = a_tile[ty + 16 * r][p];
                sum[4 * r] += u * v0, sum[4 * r + 1] += u * v1;
                sum[4 * r + 2] += u * v2, sum[4 * r + 3] += u * v3;
            }
        }
        __syncthreads();
    }
    for (int e = 0; e < 16; e++) {
        int i = i0 + ty + e / 4 * 16, j = j0 + tx + e % 4 * 16;
        if (i < m && j < n)
            c[i * n + j] = sum[e];
    }
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, 64) * pieces(n, 64);

    if (blocks > 80)
        patches<<<blocks, dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_v1(d_c, d_a, d_b, m, n, k);
}

__global__ void v1_of_halves(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.x / pieces(n, TILE) * TILE + ty, j = blockIdx.x % pieces(n, TILE) * TILE + tx;
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += TILE) {
        a_tile[ty][tx] = i < m && p0 + tx < k ? __half2float(a[i * k + p0 + tx]) : 0;
        b_tile[ty][tx] = p0 + ty < k && j < n ? __half2float(b[(p0 + ty) * n + j]) : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    v1_of_halves<<<pieces(m, TILE) * pieces(n, TILE), dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void block_per_row(float *columns, const float *image, int height, int width,
                              int channels, int kernel, int stride, int padding, int rows, int cols)
{
    int x0 = (int)(blockIdx.x % cols) * stride - padding;
    int y0 = (int)(blockIdx.x / cols % rows) * stride - padding;
    int length = kernel * kernel * channels;
    size_t plane = (size_t)(blockIdx.x / cols / rows) * height;

    for (int e = threadIdx.x; e < length; e += blockDim.x) {
        int x = x0 + e / channels % kernel, y = y0 + e / channels / kernel;
        bool inside = x >= 0 && x < width && y >= 0 && y < height;
        columns[(size_t)blockIdx.x * length + e] =
            inside ? image[((plane + y) * width + x) * channels + e % channels] : 0.0f;
    }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    block_per_row<<<batch * rows * cols, 64>>>(d_columns, d_image, height, width, channels, kernel,
                                               stride, padding, rows, cols);
}
