/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 done, gpu_ex32 done */
/* 3.1: a template, 128 x 128 by 8 x 8. 3.2: two named pairs of tiles, the loop goes two steps at a
 * time; 8 x 4 from 128 x 64. */
#include "all_but_ex31_and_ex32.h"

template <int BM, int BN, int BK, int TM, int TN>
__global__ void patches(float *c, const float *a, const float *b, int m, int n, int k)
{
    constexpr int across_threads = BN / TN, threads = across_threads * (BM / TM);
    __shared__ float as[BM * BK], bs[BK * BN];
    int t = threadIdx.x, tx = t % across_threads, ty = t / across_threads;
    int i0 = blockIdx.x / pieces(n, BN) * BM, j0 = blockIdx.x % pieces(n, BN) * BN;
    float sum[TM][TN] = {};

    for (int p0 = 0; p0 < k; p0 += BK) {
        for (int e = t; e < BM * BK; e += threads)
            as[e] = i0 + e / BK < m && p0 + e % BK < k ? a[(i0 + e / BK) * k + p0 + e % BK] : 0;
        for (int e = t; e < BK * BN; e += threads)
            bs[e] = p0 + e / BN < k && j0 + e % BN < n ? b[(p0 + e / BN) * n + j0 + e % BN] : 0;
        __syncthreads();
#pragma unroll
        for (int p = 0; p < BK; p++) {
            float a_p[TM], b_p[TN];
#pragma unroll
            for (int r = 0; r < TM; r++)
                a_p[r] = as[(ty * TM + r) * BK + p];
#pragma unroll
            for (int s = 0; s < TN; s++)
                b_p[s] = bs[p * BN + s * across_threads + tx];
#pragma unroll
            for (int s = 0; s < TN; s++)
#pragma unroll
                for (int r = 0; r < TM; r++)
                    sum[r][s] += a_p[r] * b_p[s];
        }
        __syncthreads();
    }
    for (int r = 0; r < TM; r++)
        for (int s = 0; s < TN; s++) {
            int i = i0 + ty * TM + r, j = j0 + s * across_threads + tx;
            if (i < m && j < n)
                c[i * n + j] = sum[r][s];
        }
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    patches<128, 128, 8, 8, 8><<<pieces(m, 128) * pieces(n, 128), 256>>>(d_c, d_a, d_b, m, n, k);
}

/* A tile of 128 x 8 of A, transposed, and of 8 x 64 of B; 128 threads. */
struct pair {
    float a[8][128 + 4];
    float b[8][64];
};

static __device__ float4 four(const float *x, long row, int col, int rows, int cols)
{
    float4 v = { 0, 0, 0, 0 };
    const float *from = x + row * cols + col;

    if (row < rows && (cols & 3) == 0 && col < cols)
        v = *reinterpret_cast<const float4 *>(from);
    else if (row < rows) {
        if (col < cols)
            v.x = from[0];
        if (col + 1 < cols)
            v.y = from[1];
        if (col + 2 < cols)
            v.z = from[2];
        if (col + 3 < cols)
            v.w = from[3];
    }
    return v;
}

static __device__ void put(struct pair &to, int t, const float4 from_a[2], const float4 &from_b)
{
    for (int h = 0; h < 2; h++) {
        int e = t + 128 * h, row = e / 2, col = e % 2 * 4;
        to.a[col][row] = from_a[h].x;
        to.a[col + 1][row] = from_a[h].y;
        to.a[col + 2][row] = from_a[h].z;
        to.a[col + 3][row] = from_a[h].w;
    }
    reinterpret_cast<float4 *>(&to.b[t / 16][0])[t % 16] = from_b;
}

static __device__ void multiply_pair(const struct pair &now, float sum[8][8], int tx, int ty)
{
    for (int p = 0; p < 8; p++)
        for (int r = 0; r < 8; r++)
            for (int s = 0; s < 8; s++)
                sum[r][s] += now.a[p][8 * ty + r] * now.b[p][8 * tx + s];
}

__global__ void two_steps(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ __align__(16) struct pair even, odd;
    int t = threadIdx.x, tx = t % 8, ty = t / 8, steps = pieces(k, 8);
    int i0 = blockIdx.x / pieces(n, 64) * 128, j0 = blockIdx.x % pieces(n, 64) * 64;
    float sum[8][8] = {};
    float4 next_a[2], next_b;
#define LOAD(step)                                                                                 \
    next_a[0] = four(a, i0 + t / 2, (step)*8 + t % 2 * 4, m, k);                                   \
    next_a[1] = four(a, i0 + t / 2 + 64, (step)*8 + t % 2 * 4, m, k);                              \
    next_b = four(b, (step)*8 + t / 16, j0 + t % 16 * 4, k, n)

    LOAD(0);
    put(even, t, next_a, next_b);
    __syncthreads();
    for (int step = 0; step < steps; step += 2) {
        LOAD(step + 1);
        multiply_pair(even, sum, tx, ty);
        put(odd, t, next_a, next_b);
        __syncthreads();
        LOAD(step + 2);
        multiply_pair(odd, sum, tx, ty);
        put(even, t, next_a, next_b);
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        for (int s = 0; s < 8; s++)
            if (i0 + 8 * ty + r < m && j0 + 8 * tx + s < n)
                c[(i0 + 8 * ty + r) * n + j0 + 8 * tx + s] = sum[r][s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    two_steps<<<pieces(m, 128) * pieces(n, 64), 128>>>(d_c, d_a, d_b, m, n, k);
}
