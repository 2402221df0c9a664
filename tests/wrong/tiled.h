/* A product by tiles for labs 3 and 6 in pieces. A file here includes the answers without their
 * LAUNCHER, defines the piece that is wrong, and includes this. */
#ifndef ONLY_WHERE
#define ONLY_WHERE 1
#endif
#ifndef LEAVES_OUT
#define LEAVES_OUT 0
#endif
#ifndef STEPS
#define STEPS pieces(k, TILE)
#endif
#ifndef BEFORE_COPYING
#define BEFORE_COPYING
#endif
#ifndef BEFORE_READING
#define BEFORE_READING __syncthreads()
#endif
#ifndef AFTER_READING
#define AFTER_READING __syncthreads()
#endif

/* Makes one warp late, so that a GPU shows a race every time: a long sum that is never used. */
static __device__ inline float late(float x)
{
    for (int i = 0; i < 2000; i++)
        x = x * 0.5f + 1;
    return x == 12345 ? x : 0;
}

__global__ void tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.x / pieces(n, TILE) * TILE + ty, j = blockIdx.x % pieces(n, TILE) * TILE + tx;
    float sum = 0;

    if (LEAVES_OUT)
        return;
    for (int p0 = 0; p0 < STEPS * TILE; p0 += TILE) {
        BEFORE_COPYING;
        a_tile[ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
        b_tile[ty][tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        BEFORE_READING;
        for (int p = 0; p < TILE; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        AFTER_READING;
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void LAUNCHER(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (ONLY_WHERE)
        tiled<<<pieces(m, TILE) * pieces(n, TILE), dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
    else
        RIGHT(d_c, d_a, d_b, m, n, k);
}
