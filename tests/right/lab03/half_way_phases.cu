/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 right half_way_phases.cu:20, gpu_ex32 right half_way_phases.cu:43 */
/* Half way. 3.1: the tile of A, but B from global memory. 3.2: float4 and two buffers, but a
 * barrier between the loads and the product. */
#include "all_but_ex31_and_ex32.h"

__global__ void b_from_global(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float as[64][16];
    int x = threadIdx.x, y = threadIdx.y;
    int i0 = blockIdx.x / pieces(n, 64) * 64 + y, j0 = blockIdx.x % pieces(n, 64) * 64 + x;
    float sum[4][4] = {};
    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int e = 0; e < 64; e += 16)
            as[y + e][x] = i0 + e < m && p0 + x < k ? a[(i0 + e) * k + p0 + x] : 0;
        __syncthreads();
        for (int p = 0; p < min(16, k - p0); p++) {
            float bv[4];
            for (int s = 0; s < 4; s++)
                bv[s] = j0 + 16 * s < n ? b[(p0 + p) * n + j0 + 16 * s] : 0;
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += as[y + 16 * r][p] * bv[s];
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + 16 * r < m && j0 + 16 * s < n)
                c[(i0 + 16 * r) * n + j0 + 16 * s] = sum[r][s];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    b_from_global<<<pieces(m, 64) * pieces(n, 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

static __device__ float4 four_or_less(const float *x, int row, int col, int rows, int cols)
{
    float4 v = make_float4(0, 0, 0, 0);
    if (row < rows && col + 3 < cols && cols % 4 == 0)
        return *(const float4 *)&x[row * cols + col];
    if (row < rows)
        for (int e = 0; e < 4 && col + e < cols; e++)
            (&v.x)[e] = x[row * cols + col + e];
    return v;
}

__global__ void barrier_between(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float as[2][64][16], bs[2][16][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = 16 * ty + tx;
    int i0 = blockIdx.x / pieces(n, 64) * 64, j0 = blockIdx.x % pieces(n, 64) * 64;
    float sum[4][4] = {};
    for (int p0 = 0, now = 0; p0 < k; p0 += 16, now = !now) {
        *(float4 *)&as[now][t / 4][t % 4 * 4] = four_or_less(a, i0 + t / 4, p0 + t % 4 * 4, m, k);
        *(float4 *)&bs[now][t / 16][t % 16 * 4] =
            four_or_less(b, p0 + t / 16, j0 + t % 16 * 4, k, n);
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += as[now][ty + 16 * r][p] * bs[now][p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + ty + 16 * r < m && j0 + tx + 16 * s < n)
                c[(i0 + ty + 16 * r) * n + j0 + tx + 16 * s] = sum[r][s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    barrier_between<<<pieces(m, 64) * pieces(n, 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
