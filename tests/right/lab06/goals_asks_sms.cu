/* in the long tests, expects: gpu_ex63 ok */
/* goals: gpu_ex61 done, gpu_ex62 done, gpu_ex63 done */
/* 6.1: the launcher asks the device for its SMs; 8 x 8 or 2 x 2. 6.2: a patch of 4 x 4, pointers to
 * shorts. 6.3: a loop over a grid of fixed size, with 64-bit numbers. */
#include "all_but_ex61_and_ex62_and_ex63.h"

template <int R, int C>
__global__ void product_of(float *c, const float *a, const float *b, int m, int n, int k)
{
    constexpr int TM = 16 * R, TN = 16 * C, TK = 8;
    __shared__ float as[TK][TM], bs[TK][TN];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int row0 = blockIdx.y * TM, col0 = blockIdx.x * TN;
    float acc[R][C];

#pragma unroll
    for (int r = 0; r < R; r++)
#pragma unroll
        for (int s = 0; s < C; s++)
            acc[r][s] = 0.0f;
    for (int k0 = 0; k0 < k; k0 += TK) {
        for (int e = t; e < TM * TK; e += 256) {
            int i = row0 + e / TK, p = k0 + e % TK;
            as[e % TK][e / TK] = i < m && p < k ? a[(size_t)i * k + p] : 0.0f;
        }
        for (int e = t; e < TK * TN; e += 256) {
            int p = k0 + e / TN, j = col0 + e % TN;
            bs[e / TN][e % TN] = p < k && j < n ? b[(size_t)p * n + j] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < TK; p++) {
            float left[R], right[C];
#pragma unroll
            for (int r = 0; r < R; r++)
                left[r] = as[p][ty * R + r];
#pragma unroll
            for (int s = 0; s < C; s++)
                right[s] = bs[p][tx + 16 * s];
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int s = 0; s < C; s++)
                    acc[r][s] = fmaf(left[r], right[s], acc[r][s]);
        }
        __syncthreads();
    }
    for (int r = 0; r < R; r++)
        for (int s = 0; s < C; s++) {
            int i = row0 + ty * R + r, j = col0 + tx + 16 * s;
            if (i < m && j < n)
                c[(size_t)i * n + j] = acc[r][s];
        }
}

/* Rows of tiles in y as far as a grid goes, else in several launches. */
template <int R, int C>
static void start(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    const int most = 65535 * 16 * R;

    for (int first = 0; first < m; first += most) {
        int here = m - first < most ? m - first : most;
        dim3 grid(pieces(n, 16 * C), pieces(here, 16 * R));
        product_of<R, C>
            <<<grid, 256>>>(d_c + (size_t)first * n, d_a + (size_t)first * k, d_b, here, n, k);
        CUDA_CHECK(cudaGetLastError());
        if (m - first <= most)
            break;
    }
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    cudaDeviceProp prop;

    cudaGetDeviceProperties(&prop, 0);
    if ((long long)pieces(m, 128) * pieces(n, 128) >= 2 * prop.multiProcessorCount)
        start<8, 8>(d_c, d_a, d_b, m, n, k);
    else
        start<2, 2>(d_c, d_a, d_b, m, n, k);
}

__global__ void of_shorts(unsigned short *c, const unsigned short *a, const unsigned short *b,
                          int m, int n, int k)
{
    __shared__ float left[16][65], right[16][64];
    int across = pieces(n, 64), i0 = blockIdx.x / across * 64, j0 = blockIdx.x % across * 64;
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[4][4] = {};

    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int e = 0; e < 4; e++) {
            int i = i0 + ty + 16 * e, j = j0 + threadIdx.x % 64, q = p0 + 4 * e + threadIdx.x / 64;
            left[tx][ty + 16 * e] =
                i < m && p0 + tx < k ? __half2float(__ushort_as_half(a[i * k + p0 + tx])) : 0;
            right[4 * e + threadIdx.x / 64][threadIdx.x % 64] =
                q < k && j < n ? __half2float(__ushort_as_half(b[q * n + j])) : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += left[p][4 * ty + r] * right[p][4 * tx + s];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + 4 * ty + r < m && j0 + 4 * tx + s < n)
                c[(i0 + 4 * ty + r) * n + j0 + 4 * tx + s] =
                    __half_as_ushort(__float2half(sum[r][s]));
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    of_shorts<<<pieces(m, 64) * pieces(n, 64), 256>>>(
        (unsigned short *)d_c, (const unsigned short *)d_a, (const unsigned short *)d_b, m, n, k);
}

__global__ void strides(float *out, const float *in, long long count, int height, int width,
                        int channels, int kernel, int stride, int padding, int rows, int cols)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;

    for (; i < count; i += (long long)gridDim.x * blockDim.x) {
        long long rest = i;
        int ch = (int)(rest % channels);
        rest /= channels;
        int kw = (int)(rest % kernel);
        rest /= kernel;
        int kh = (int)(rest % kernel);
        rest /= kernel;
        int ox = (int)(rest % cols);
        rest /= cols;
        int oy = (int)(rest % rows);
        long long b = rest / rows;
        int iy = oy * stride - padding + kh, ix = ox * stride - padding + kw;
        float v = 0.f;
        if (iy >= 0 && iy < height && ix >= 0 && ix < width)
            v = in[((b * height + iy) * width + ix) * channels + ch];
        out[i] = v;
    }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    strides<<<2048, 256>>>(d_columns, d_image,
                           (long long)batch * rows * cols * kernel * kernel * channels, height,
                           width, channels, kernel, stride, padding, rows, cols);
}
