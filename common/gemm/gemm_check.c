#include "gemm_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRIP 1024 /* sums of a row that are kept at a time: 8 KB, they stay in the L1 cache */
#define ROWS  64   /* compared by element where all would take long */

/* A row of C: plain loops, summed in double, rounded once. With p outside and j inside, B is read
 * along its rows. */
static void product_row(float *c, const float *a, const float *b, int n, int k)
{
    for (int j0 = 0; j0 < n; j0 += STRIP) {
        int width = n - j0 < STRIP ? n - j0 : STRIP;
        double sum[STRIP];

        for (int j = 0; j < width; j++)
            sum[j] = 0;
        for (int p = 0; p < k; p++)
            for (int j = 0; j < width; j++)
                sum[j] += (double)a[p] * b[(size_t)p * n + j0 + j];
        for (int j = 0; j < width; j++)
            c[j0 + j] = (float)sum[j];
    }
}

void gemm_in_double(float *c, const float *a, const float *b, int m, int n, int k)
{
#pragma omp parallel for
    for (int i = 0; i < m; i++)
        product_row(c + (size_t)i * n, a + (size_t)i * k, b, n, k);
}

/* Which rows of C are compared: `rows` of them, evenly from the first to the last. */
struct compared {
    int rows, m, n;
};

static size_t row_of(const struct compared *of, size_t i)
{
    return of->rows == 1 ? 0 : i * (of->m - 1) / (of->rows - 1);
}

static void name_element(char *text, size_t size, size_t i, const void *compared)
{
    const struct compared *of = compared;

    snprintf(text, size, "C[%zu][%zu]", row_of(of, i / of->n), i % of->n);
}

static void check_rows(struct check *check, const float *c, const float *a, const float *b,
                       const struct compared *of, int k, double allowed, double rounding)
{
    size_t n = of->n;
    float *want = malloc(2 * of->rows * n * sizeof(*want)), *got = want + of->rows * n;

    if (!want)
        abort();
#pragma omp parallel for
    for (int i = 0; i < of->rows; i++) {
        product_row(want + i * n, a + row_of(of, i) * k, b, of->n, k);
        memcpy(got + i * n, c + row_of(of, i) * n, n * sizeof(*got));
    }
    check_output(check, got, want, of->rows * n, allowed, rounding, name_element, of);
    free(want);
}

static double times_vector(const float *row, const double *x, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += row[i] * x[i];
    return sum;
}

static double length(const float *row, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += (double)row[i] * row[i];
    return sqrt(sum);
}

/* C x must be A (B x), where x is random, 1 or -1 (R. Freivalds, 1977). Of the n errors of a row
 * half are added and half taken away: about sqrt(n) remain, and four times that in one of 16,000
 * rows, even if each were as large as allowed, which a good kernel's are not by far (check.c). An
 * element that is off by twice as much is always found. */
static void check_sums(struct check *check, const float *c, const float *a, const float *b, int m,
                       int n, int k, double allowed, double rounding)
{
    double *x = malloc((n + k) * sizeof(*x)), *bx = x + n, most = fmin(n, 4 * sqrt(n)) * allowed;
    int wrong = 0, first = m;

    if (!x)
        abort();
    for (int j = 0; j < n; j++)
        x[j] = rand() & 1 ? 1 : -1;
#pragma omp parallel for
    for (int p = 0; p < k; p++)
        bx[p] = times_vector(b + (size_t)p * n, x, n);
#pragma omp parallel for reduction(+ : wrong) reduction(min : first)
    for (int i = 0; i < m; i++) {
        const float *row = c + (size_t)i * n;
        double off = fabs(times_vector(row, x, n) - times_vector(a + (size_t)i * k, bx, k));
        double rounded = rounding > 0 ? fmin(sqrt(n), 4) * rounding * length(row, n) : 0;
        if (!(off <= most + rounded)) {
            wrong++;
            first = i < first ? i : first;
        }
    }
    if (wrong)
        check_fail(check, "row %d of C does not add up to what A and B give, nor do %d others",
                   first, wrong - 1);
    free(x);
}

/* What sums of halves may be off by beside dot_tolerance: halves below 2^-14 are multiples of
 * 2^-24; and tensor cores cut off, after each 4 to 16 products, what others round (M. Fasi, N. J.
 * Higham, M. Mikaitis, S. Pranesh, 2021), so that the errors, eps / 4 of a partial sum of sqrt(k) /
 * 3, add up. An H200 was off by 2.2 for k = 2,097,185 and factors of size 1: this allows 7.5. */
static double half_tolerance(int k, double max_a, double max_b)
{
    return 0x1p-25 + 0x1p-24 * k / 8 * sqrt(k) / 3 * max_a * max_b;
}

void check_gemm(struct check *check, const float *c, const float *a, const float *b, int m, int n,
                int k, double max_a, double max_b, double rounding)
{
    double allowed = dot_tolerance(k, max_a, max_b);

    if (rounding > 0)
        allowed += half_tolerance(k, max_a, max_b);
    int all = m <= ROWS || 2.0 * m * n * k <= 0x1p27;
    struct compared compared = { all ? m : ROWS, m, n };

    check_rows(check, c, a, b, &compared, k, allowed, rounding);
    if (!all)
        check->element = -1; /* it is a number among the rows that were compared */
    if (!all && check_state(check) == STATE_OK)
        check_sums(check, c, a, b, m, n, k, allowed, rounding);
}
