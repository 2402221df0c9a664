/* only the CPU device can tell */
/* goals: gpu_ex31 right forged_goals.cu:58 */
/* Ways to meet the goals of 3.1 without a patch in registers, one for each name in FORGE:
 * tests/shell/grader_goals.bats, where each must lose its goal. Without FORGE it is like v1. */
#include "../../wrong/lab03/all_but_ex31.h"
#include <stdlib.h>
#include <string.h>

typedef float four __attribute__((vector_size(16)));
typedef int ints __attribute__((vector_size(16)));
typedef void launcher(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);
static const ints one = { -1, 0, 0, 0 };

/* ---- from tiles by a builtin */

__device__ static __attribute__((target("avx2"))) float at(const float *p)
{
    return __builtin_ia32_maskloadps((const four *)p, one)[0];
}
__global__ void from_tiles_by_a_builtin_kernel(float *c, const float *a, const float *b, int m,
                                               int n, int k)
{
    __shared__ float a_tile[32][33], b_tile[32][36];
    int x = threadIdx.x, y = threadIdx.y, across = (n + 31) / 32, i = blockIdx.x / across * 32 + y,
        j = blockIdx.x % across * 32 + x;
    float sum = 0;
    for (int q = 0; q < k; q += 32) {
        a_tile[y][x] = i < m && q + x < k ? at(a + (size_t)i * k + q + x) : 0;
        b_tile[y][x] = q + y < k && j < n ? at(b + (size_t)(q + y) * n + j) : 0;
        __syncthreads();
        for (int p = 0; p < 32; p++)
            sum += at(&a_tile[y][p]) * at(&b_tile[p][x]);
        __syncthreads();
    }
    if (i < m && j < n)
        c[(size_t)i * n + j] = sum;
}
static void from_tiles_by_a_builtin(float *d_c, const float *d_a, const float *d_b, int m, int n,
                                    int k)
{
    from_tiles_by_a_builtin_kernel<<<(n + 31) / 32 * ((m + 31) / 32), dim3(32, 32)>>>(d_c, d_a, d_b,
                                                                                      m, n, k);
}

/* ---- from tiles */

__global__ void from_tiles_kernel(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[32][33], b_tile[32][36];
    int x = threadIdx.x, y = threadIdx.y, across = (n + 31) / 32, i = blockIdx.x / across * 32 + y,
        j = blockIdx.x % across * 32 + x;
    float sum = 0;
    for (int q = 0; q < k; q += 32) {
        a_tile[y][x] = i < m && q + x < k ? a[(size_t)i * k + q + x] : 0;
        b_tile[y][x] = q + y < k && j < n ? b[(size_t)(q + y) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < 32; p++)
            sum += a_tile[y][p] * b_tile[p][x];
        __syncthreads();
    }
    if (i < m && j < n)
        c[(size_t)i * n + j] = sum;
}
static void from_tiles(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    from_tiles_kernel<<<(n + 31) / 32 * ((m + 31) / 32), dim3(32, 32)>>>(d_c, d_a, d_b, m, n, k);
}

/* ---- from its own array */

__global__ void from_its_own_array_kernel(float *c, const float *a, const float *b, int m, int n,
                                          int k)
{
    float sums[32][32], row[32];
    int across = (n + 1023) / 1024, i0 = blockIdx.x / across * 32,
        j0 = (blockIdx.x % across * 32 + threadIdx.x) * 32;
    for (int r = 0; r < 32; r++)
        for (int s = 0; s < 32; s++)
            sums[r][s] = 0;
    for (int p = 0; p < k; p++) {
        for (int s = 0; s < 32; s++)
            row[s] = j0 + s < n ? b[(size_t)p * n + j0 + s] : 0;
        for (int r = 0; r < 32; r++) {
            float x = i0 + r < m ? a[(size_t)(i0 + r) * k + p] : 0;
            for (int s = 0; s < 32; s++)
                sums[r][s] += x * row[s];
        }
    }
    for (int r = 0; r < 32; r++)
        for (int s = 0; s < 32; s++)
            if (i0 + r < m && j0 + s < n)
                c[(size_t)(i0 + r) * n + j0 + s] = sums[r][s];
}
static void from_its_own_array(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    from_its_own_array_kernel<<<(n + 1023) / 1024 * ((m + 31) / 32), 32>>>(d_c, d_a, d_b, m, n, k);
}

/* ---- which one */

static const struct {
    const char *name;
    launcher *by;
} forged[] = {
    { "from_tiles_by_a_builtin", from_tiles_by_a_builtin },
    { "from_its_own_array", from_its_own_array },
};

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    const char *name = getenv("FORGE");

    for (auto &f : forged)
        if (name && !strcmp(name, f.name))
            return f.by(d_c, d_a, d_b, m, n, k);
    from_tiles(d_c, d_a, d_b, m, n, k);
}
