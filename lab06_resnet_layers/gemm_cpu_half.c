/* The product of gemm_cpu.c on matrices stored in half precision: what is read is converted to
 * float32, A when it is multiplied; sums are float32, and each is rounded to a half once. */
#include <stdlib.h>
#include "common/engine/half.h"
#include "common/gemm/gemm_cpu.h"

static void row_of_halves(float *to, const void *a, long i, long k0, long count, long k)
{
    floats_of_halves(to, (const uint16_t *)a + i * k + k0, count);
}

int gemm_cpu_half(uint16_t *c, const uint16_t *a, const uint16_t *b, int m, int n, int k)
{
    static float *scratch; /* kept from call to call, as in gemm_cpu.c; one caller at a time */
    static size_t there;
    const long best = (1 << 20) / n + 1, piece = best < m ? best : m; /* some MB of sums */
    const size_t need = (size_t)k * n + piece * n;

    if (need > there) {
        free(scratch);
        there = (scratch = (float *)malloc(need * sizeof(float))) ? need : 0;
    }
    if (!scratch)
        return -1;
    float *const b32 = scratch, *const c32 = b32 + (size_t)k * n;

#pragma omp parallel for
    for (long i = 0; i < k; i++)
        floats_of_halves(b32 + i * n, b + i * n, n);
    for (long first = 0; first < m; first += piece) {
        const long rows = m - first < piece ? m - first : piece;
        if (gemm_cpu_rows(c32, row_of_halves, a + first * k, b32, rows, n, k))
            return -1;
#pragma omp parallel for
        for (long i = 0; i < rows; i++)
            halves_of_floats(c + (first + i) * n, c32 + i * n, n);
    }
    return 0;
}
