/* in the long tests, expects: gpu_ex62 ok */
/* goals: gpu_ex61 right tiles.cu:25, gpu_ex62 right tiles.cu:5[23], gpu_ex63 right tiles.cu:80 */
/* Half way. 6.1: a template, but 2 x 2 and 1 x 1. 6.2: tiles of 8 x 8. 6.3: a thread for each pixel
 * of the filter writes its channels. */
#include "all_but_ex61_and_ex62_and_ex63.h"

template <int ROWS, int COLS>
__global__ void too_small(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float as[16 * ROWS][16], bs[16][16 * COLS];
    int tx = threadIdx.x, ty = threadIdx.y, across = (n + 16 * COLS - 1) / (16 * COLS);
    int i0 = blockIdx.x / across * 16 * ROWS + ty, j0 = blockIdx.x % across * 16 * COLS + tx;
    float sum[ROWS][COLS] = {};
    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int r = 0; r < ROWS; r++)
            as[ty + 16 * r][tx] =
                i0 + 16 * r < m && p0 + tx < k ? a[(i0 + 16 * r) * k + p0 + tx] : 0;
        for (int s = 0; s < COLS; s++)
            bs[ty][tx + 16 * s] =
                p0 + ty < k && j0 + 16 * s < n ? b[(p0 + ty) * n + j0 + 16 * s] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < ROWS; r++)
                for (int s = 0; s < COLS; s++)
                    sum[r][s] += as[ty + 16 * r][p] * bs[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0; r < ROWS; r++)
        for (int s = 0; s < COLS; s++)
            if (i0 + 16 * r < m && j0 + 16 * s < n)
                c[(i0 + 16 * r) * n + j0 + 16 * s] = sum[r][s];
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int large = ((m + 31) / 32) * ((n + 31) / 32);
    if (large >= 100)
        too_small<2, 2><<<large, dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    else
        too_small<1, 1>
            <<<((m + 15) / 16) * ((n + 15) / 16), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    cudaGetLastError();
}

__global__ void small_tiles(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    __shared__ float as[8][8], bs[8][8];
    int tx = threadIdx.x, ty = threadIdx.y, across = (n + 7) / 8;
    int i = blockIdx.x / across * 8 + ty, j = blockIdx.x % across * 8 + tx;
    float sum = 0;
    for (int p0 = 0; p0 < k; p0 += 8) {
        as[ty][tx] = i < m && p0 + tx < k ? __half2float(a[i * k + p0 + tx]) : 0;
        bs[ty][tx] = p0 + ty < k && j < n ? __half2float(b[(p0 + ty) * n + j]) : 0;
        __syncthreads();
        for (int p = 0; p < 8; p++)
            sum += as[ty][p] * bs[p][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    small_tiles<<<((m + 7) / 8) * ((n + 7) / 8), dim3(8, 8)>>>(d_c, d_a, d_b, m, n, k);
    cudaGetLastError();
}

__global__ void per_tap(float *to, const float *image, int height, int width, int channels,
                        int kernel, int stride, int padding, int h, int w, unsigned int taps)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= taps)
        return;
    int kw = i % kernel, kh = i / kernel % kernel;
    unsigned int pixel = i / (kernel * kernel);
    int x = pixel % w * stride - padding + kw, y = pixel / w % h * stride - padding + kh;
    bool inside = x >= 0 && x < width && y >= 0 && y < height;
    for (int c = 0; c < channels; c++)
        to[(size_t)i * channels + c] =
            inside ? image[((pixel / w / h * height + y) * width + x) * channels + c] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int h = (height + 2 * padding - kernel) / stride + 1,
        w = (width + 2 * padding - kernel) / stride + 1;
    unsigned int taps = (unsigned int)batch * h * w * kernel * kernel;
    per_tap<<<(taps + 127) / 128, 128>>>(d_columns, d_image, height, width, channels, kernel,
                                         stride, padding, h, w, taps);
    cudaGetLastError();
}
