/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 right half_way_one_row.cu:19, gpu_ex32 right half_way_one_row.cu:48 */
/* Half way. 3.1: a patch of 1 x 4. 3.2: two buffers and a patch, but single floats. */
#include "all_but_ex31_and_ex32.h"

__global__ void one_by_four(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float as[16][16], bs[16][64];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.x / pieces(n, 64) * 16 + y, j0 = blockIdx.x % pieces(n, 64) * 64 + x;
    float sum[4] = { 0 };
    for (int p0 = 0; p0 < k; p0 += 16) {
        as[y][x] = i < m && p0 + x < k ? a[i * k + p0 + x] : 0;
        for (int s = 0; s < 64; s += 16)
            bs[y][x + s] = p0 + y < k && j0 + s < n ? b[(p0 + y) * n + j0 + s] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int s = 0; s < 4; s++)
                sum[s] += as[y][p] * bs[p][x + 16 * s];
        __syncthreads();
    }
    for (int s = 0; s < 4; s++)
        if (i < m && j0 + 16 * s < n)
            c[i * n + j0 + 16 * s] = sum[s];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    one_by_four<<<pieces(m, 16) * pieces(n, 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void single_floats(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float as[2][64][16], bs[2][16][64];
    int x = threadIdx.x, y = threadIdx.y, now = 0;
    int i0 = blockIdx.x / pieces(n, 64) * 64 + y, j0 = blockIdx.x % pieces(n, 64) * 64 + x;
    float sum[4][4] = {}, va[4], vb[4];
    for (int e = 0; e < 4; e++) {
        va[e] = i0 + 16 * e < m && x < k ? a[(i0 + 16 * e) * k + x] : 0;
        vb[e] = y < k && j0 + 16 * e < n ? b[y * n + j0 + 16 * e] : 0;
    }
    for (int p0 = 0; p0 < k; p0 += 16, now ^= 1) {
        for (int e = 0; e < 4; e++)
            as[now][y + 16 * e][x] = va[e], bs[now][y][x + 16 * e] = vb[e];
        __syncthreads();
        for (int e = 0; e < 4; e++) {
            va[e] = i0 + 16 * e < m && p0 + 16 + x < k ? a[(i0 + 16 * e) * k + p0 + 16 + x] : 0;
            vb[e] = p0 + 16 + y < k && j0 + 16 * e < n ? b[(p0 + 16 + y) * n + j0 + 16 * e] : 0;
        }
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += as[now][y + 16 * r][p] * bs[now][p][x + 16 * s];
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + 16 * r < m && j0 + 16 * s < n)
                c[(i0 + 16 * r) * n + j0 + 16 * s] = sum[r][s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    single_floats<<<pieces(m, 64) * pieces(n, 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
