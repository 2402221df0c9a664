/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 done, gpu_ex32 done */
/* 3.1: 8 x 8 from 128 x 128, dynamic shared memory. 3.2: a template of sizes, lambdas, the last
 * step after the loop. */
#include "all_but_ex31_and_ex32.h"

__global__ void eights(float *c, const float *a, const float *b, int m, int n, int k)
{
    extern __shared__ float tiles[];
    float *as = tiles, *bs = tiles + 128 * 8;
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, across = pieces(n, 128);
    int i0 = blockIdx.x / across * 128, j0 = blockIdx.x % across * 128;
    float sum[8][8] = {};
    for (int p0 = 0; p0 < k; p0 += 8) {
        for (int e = t; e < 1024; e += 256) {
            int i = i0 + (e >> 3), p = p0 + (e & 7);
            as[e] = i < m && p < k ? a[i * k + p] : 0;
            i = p0 + (e >> 7), p = j0 + (e & 127);
            bs[e] = i < k && p < n ? b[i * n + p] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 8; p++) {
            float x[8], y[8];
            for (int e = 0; e < 8; e++)
                x[e] = as[(ty + 16 * e) * 8 + p], y[e] = bs[p * 128 + tx + 16 * e];
            for (int r = 0; r < 8; r++)
                for (int s = 0; s < 8; s++)
                    sum[r][s] += x[r] * y[s];
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        for (int s = 0; s < 8; s++)
            if (i0 + ty + 16 * r < m && j0 + tx + 16 * s < n)
                c[(i0 + ty + 16 * r) * n + j0 + tx + 16 * s] = sum[r][s];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    eights<<<pieces(m, 128) * pieces(n, 128), 256, 2 * 1024 * sizeof(float)>>>(d_c, d_a, d_b, m, n,
                                                                               k);
    CUDA_CHECK(cudaGetLastError());
}

template <int SIDE_OF_TILE, int LONG> struct pair_of_tiles {
    float a[LONG][SIDE_OF_TILE + 4];
    float b[LONG][SIDE_OF_TILE];
};

template <int S, int L>
static __device__ void product(float (&sum)[S / 16][S / 16], const pair_of_tiles<S, L> &t, int tx,
                               int ty)
{
#pragma unroll
    for (int p = 0; p < L; ++p) {
        float x[S / 16], y[S / 16];
        for (int e = 0; e < S / 16; ++e) {
            x[e] = t.a[p][ty * (S / 16) + e];
            y[e] = t.b[p][tx * (S / 16) + e];
        }
        for (int r = 0; r < S / 16; ++r)
            for (int s = 0; s < S / 16; ++s)
                sum[r][s] += x[r] * y[s];
    }
}

static __device__ float4 up_to_four(const float *x, bool aligned, int left)
{
    if (aligned && left >= 4)
        return *(const float4 *)x;
    return make_float4(left > 0 ? x[0] : 0, left > 1 ? x[1] : 0, left > 2 ? x[2] : 0,
                       left > 3 ? x[3] : 0);
}

template <int S, int L>
__global__ void last_apart(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ __align__(16) pair_of_tiles<S, L> tiles[2];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16, across = (n + S - 1) / S;
    const int i0 = blockIdx.x / across * S, j0 = blockIdx.x % across * S;
    const int ar = t / 2, ac = t % 2 * 4, br = t / 32, bc = t % 32 * 4;
    float sum[S / 16][S / 16] = {};
    float4 va, vb;
    auto fetch = [&](int p0) {
        va = up_to_four(a + (i0 + ar) * k + p0 + ac, k % 4 == 0, i0 + ar < m ? k - p0 - ac : 0);
        vb = up_to_four(b + (p0 + br) * n + j0 + bc, n % 4 == 0, p0 + br < k ? n - j0 - bc : 0);
    };
    auto keep = [&](int which) {
        tiles[which].a[ac][ar] = va.x;
        tiles[which].a[ac + 1][ar] = va.y;
        tiles[which].a[ac + 2][ar] = va.z;
        tiles[which].a[ac + 3][ar] = va.w;
        *(float4 *)&tiles[which].b[br][bc] = vb;
    };
    fetch(0);
    keep(0);
    __syncthreads();
    int now = 0;
    for (int p0 = L; p0 < k; p0 += L, now ^= 1) {
        fetch(p0);
        product<S, L>(sum, tiles[now], tx, ty);
        keep(now ^ 1);
        __syncthreads();
    }
    product<S, L>(sum, tiles[now], tx, ty);
    for (int r = 0; r < S / 16; ++r)
        for (int s = 0; s < S / 16; ++s)
            if (i0 + ty * (S / 16) + r < m && j0 + tx * (S / 16) + s < n)
                c[(i0 + ty * (S / 16) + r) * n + j0 + tx * (S / 16) + s] = sum[r][s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    last_apart<128, 8><<<pieces(m, 128) * pieces(n, 128), 256>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
