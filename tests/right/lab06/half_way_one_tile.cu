/* in the long tests, expects: gpu_ex62 ok */
/* goals: gpu_ex61 right tile.cu:17, gpu_ex62 right tile.cu:47, gpu_ex63 right tile.cu:68 */
/* Half way. 6.1: 4 x 4 everywhere. 6.2: halves, no tiles. 6.3: a thread writes a whole row. */
#include "all_but_ex61_and_ex62_and_ex63.h"

__global__ void always_64(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[64][17], b_tile[16][65];
    int i0 = blockIdx.x / pieces(n, 64) * 64, j0 = blockIdx.x % pieces(n, 64) * 64;
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum[4][4] = {};

    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int e = 0; e < 4; e++) {
            int i = i0 + 16 * e + ty, j = j0 + 16 * e + tx;
            a_tile[16 * e + ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
            b_tile[ty][16 * e + tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int e = 0; e < 16; e++) {
        int i = i0 + ty + e / 4 * 16, j = j0 + tx + e % 4 * 16;
        if (i < m && j < n)
            c[i * n + j] = sum[e / 4][e % 4];
    }
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    always_64<<<pieces(m, 64) * pieces(n, 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void plain(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int i = blockIdx.x / pieces(n, 32) * 8 + threadIdx.y;
    int j = blockIdx.x % pieces(n, 32) * 32 + threadIdx.x;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += __half2float(a[i * k + p]) * __half2float(b[p * n + j]);
    c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    plain<<<pieces(m, 8) * pieces(n, 32), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void thread_per_row(float *columns, const float *image, int height, int width,
                               int channels, int kernel, int stride, int padding, int rows,
                               int cols, int count)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, length = kernel * kernel * channels;

    if (row >= count)
        return;
    int x0 = row % cols * stride - padding, y0 = row / cols % rows * stride - padding;
    for (int e = 0; e < length; e++) {
        int x = x0 + e / channels % kernel, y = y0 + e / channels / kernel;
        bool inside = x >= 0 && x < width && y >= 0 && y < height;
        columns[(size_t)row * length + e] =
            inside ? image[(((size_t)(row / cols / rows) * height + y) * width + x) * channels +
                           e % channels]
                   : 0;
    }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1, count = batch * rows * cols;

    thread_per_row<<<pieces(count, 64), 64>>>(d_columns, d_image, height, width, channels, kernel,
                                              stride, padding, rows, cols, count);
}
