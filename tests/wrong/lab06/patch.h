/* A kernel for 6.1 in pieces: each thread sums ROWS x COLS elements. A file here defines the piece
 * that is its own, includes this, and launches. */
#include "all_but_ex61.h"
#ifndef TILE_ROW
#define TILE_ROW    blockIdx.x / pieces(n, 16 * COLS)
#define TILE_COLUMN blockIdx.x % pieces(n, 16 * COLS)
#endif
#ifndef BEGIN
#define BEGIN 0
#define END   k
#endif
#ifndef STORE
#define STORE c[i * n + j] = sum[r][s]
#endif

template <int ROWS, int COLS>
__global__ void patch(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[16 * ROWS][16], b_tile[16][16 * COLS];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i0 = TILE_ROW * 16 * ROWS + ty, j0 = TILE_COLUMN * 16 * COLS + tx;
    int begin = BEGIN, end = END;
    float sum[ROWS][COLS] = { { 0 } };

    for (int p0 = begin; p0 < end; p0 += 16) {
        for (int r = 0, i = i0; r < ROWS; r++, i += 16)
            a_tile[ty + 16 * r][tx] = i < m && p0 + tx < end ? a[i * k + p0 + tx] : 0;
        for (int s = 0, j = j0; s < COLS; s++, j += 16)
            b_tile[ty][tx + 16 * s] = p0 + ty < end && j < n ? b[(p0 + ty) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < ROWS; r++)
                for (int s = 0; s < COLS; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0, i = i0; r < ROWS; r++, i += 16)
        for (int s = 0, j = j0; s < COLS; s++, j += 16)
            if (i < m && j < n)
                STORE;
}
