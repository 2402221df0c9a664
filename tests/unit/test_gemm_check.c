/* common/gemm_check: a right product passes, in whatever order it was summed and however long; one
 * element that is a little off does not, wherever it stands. */
#include "unit.h"
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "common/gemm/gemm_check.h"
#include "common/engine/random.h"
#include "capture.h"

static struct check check;

/* C = A B, whose rows repeat after `distinct` of them, so that large ones are made in no time. */
static struct product {
    int m, n, k, distinct;
    double max_a, max_b;
    float *a, *b, *c;
} p;

static float half_of(float x) /* rounded to the 11 bits of half precision */
{
    int exponent;
    double fraction = frexp(x, &exponent);

    return (float)ldexp(rint(fraction * 2048) / 2048, exponent);
}

/* As a kernel does it: float32 throughout, term after term; or with factors of half precision. */
static void multiply(int halves)
{
#pragma omp parallel for
    for (int i = 0; i < p.distinct; i++) {
        float *row = p.c + (size_t)i * p.n;
        memset(row, 0, p.n * sizeof(*row));
        for (int q = 0; q < p.k; q++) {
            float x = p.a[(size_t)i * p.k + q], *b = p.b + (size_t)q * p.n;
            for (int j = 0; j < p.n; j++)
                row[j] += halves ? half_of(x) * half_of(b[j]) : x * b[j];
        }
    }
    for (int i = p.distinct; i < p.m; i++)
        memcpy(p.c + (size_t)i * p.n, p.c + (size_t)(i % p.distinct) * p.n, p.n * sizeof(*p.c));
}

static void make(int m, int n, int k, int distinct, double max_a, double max_b)
{
    struct random random = { 1, 0 };

    p = (struct product){ m, n, k, distinct, max_a, max_b, NULL, NULL, NULL };
    p.a = malloc((size_t)m * k * sizeof(float));
    p.b = malloc((size_t)k * n * sizeof(float));
    p.c = malloc((size_t)m * n * sizeof(float));
    random_floats(p.a, (size_t)distinct * k, max_a, &random);
    random_floats(p.b, (size_t)k * n, max_b, &random);
    for (int i = distinct; i < m; i++)
        memcpy(p.a + (size_t)i * k, p.a + (size_t)(i % distinct) * k, k * sizeof(float));
    multiply(0);
}

static int unmake(void **state)
{
    free(p.a);
    free(p.b);
    free(p.c);
    p = (struct product){ 0 };
    return 0;
}

static enum state verdict(void)
{
    check_begin(&check, "gpu_ex31", "tiles", "3.1");
    check_at(&check, "n = 7");
    check_gemm(&check, p.c, p.a, p.b, p.m, p.n, p.k, p.max_a, p.max_b, 0);
    return check_state(&check);
}

/* The verdict on a product of which one element is off by so much. */
static enum state with_one_off(int i, int j, double by)
{
    float *at = &p.c[(size_t)i * p.n + j], right = *at;

    *at = (float)(right + by);
    enum state state = verdict();
    *at = right;
    return state;
}

static double allowed(void)
{
    return dot_tolerance(p.k, p.max_a, p.max_b);
}

/* ---- every element is compared -------------------------------------------------------------- */

TEST_WITH(a_right_product_passes_at_every_scale, NULL, unmake)
{
    static const double scales[] = { 0x1p-12, 1, 0x1p12 };

    for (int i = 0; i < 3; i++) {
        make(37, 29, 147, 37, scales[i], scales[2 - i] * 0.5);
        assert_int_equal(verdict(), STATE_OK);
        unmake(state);
    }
    make(1, 1, 1, 1, 1, 1);
    assert_int_equal(verdict(), STATE_OK);
}

TEST_WITH(a_right_product_passes_at_a_k_of_40000, NULL, unmake)
{
    make(41, 39, 40001, 41, 4, 0.25);
    assert_int_equal(verdict(), STATE_OK);
}

TEST_WITH(half_precision_is_rejected_whatever_k, NULL, unmake)
{
    static const int ks[] = { 8, 147, 2048, 40001 };

    for (int i = 0; i < 4; i++) {
        make(17, 19, ks[i], 17, 2, 2);
        multiply(1);
        assert_int_equal(verdict(), STATE_WRONG);
        unmake(state);
    }
}

/* Eight products are added exactly, and what does not fit into the sum is cut off. */
static void multiply_as_tensor_cores(void)
{
    fesetround(FE_TOWARDZERO);
    for (int j = 0; j < p.n; j++) {
        volatile float sum = 0;
        for (int q = 0; q < p.k; q += 8) {
            double eight = 0;
            for (int r = q; r < q + 8; r++)
                eight += (double)p.a[r] * p.b[(size_t)r * p.n + j];
            sum = (float)(sum + eight);
        }
        p.c[j] = sum;
    }
    fesetround(FE_TONEAREST);
}

static enum state verdict_on_halves(void)
{
    check_begin(&check, "gpu_wmma", "tensor cores", NULL);
    check_gemm(&check, p.c, p.a, p.b, p.m, p.n, p.k, p.max_a, p.max_b, 0x1p-11);
    return check_state(&check);
}

TEST_WITH(long_sums_of_tensor_cores_pass_as_halves, NULL, unmake)
{
    make(1, 16, 1 << 21, 1, 1, 1);
    multiply_as_tensor_cores();
    assert_int_equal(verdict_on_halves(), STATE_OK);
    assert_int_equal(verdict(), STATE_WRONG); /* floats are added with less loss */
    unmake(state);
    make(16, 16, 4608, 16, 1, 1);
    p.c[7] += 0.02f * fabsf(p.c[7]) + 0.002f; /* no such loss in a usual sum */
    assert_int_equal(verdict_on_halves(), STATE_WRONG);
}

TEST_WITH(one_element_a_little_off_is_found_and_named, NULL, unmake)
{
    make(127, 129, 147, 127, 1, 1);
    assert_int_equal(with_one_off(126, 128, 2 * allowed()), STATE_WRONG);
    assert_said(check.message, "n = 7: C[126][128] = ");
    assert_said(check.detail, "1 of 16383 wrong, worst error ");
    assert_int_equal(with_one_off(0, 0, -2 * allowed()), STATE_WRONG);
    assert_said(check.message, "n = 7: C[0][0] = ");
    assert_int_equal(with_one_off(64, 3, 0), STATE_OK);
    assert_int_equal(with_one_off(64, 3, NAN), STATE_WRONG);
    assert_true(allowed() < 1e-4 * sqrt(p.k)); /* a ten-thousandth of a typical element */
}

TEST_WITH(what_was_never_written_is_todo, NULL, unmake)
{
    make(5, 6, 7, 5, 1, 1);
    memset(p.c, POISON_BYTE, 5 * 6 * sizeof(float));
    assert_int_equal(verdict(), STATE_TODO);
}

/* ---- beyond 2^33 operations: 64 rows by element, all rows by a sum -------------------------- */

/* Rows 0, 79, 158, 238, ..., 4999 are compared. */
static void make_large(void)
{
    make(5000, 930, 930, 7, 1, 1);
    assert_true(2.0 * p.m * p.n * p.k > 0x1p33);
}

TEST_WITH(a_large_right_product_passes, NULL, unmake)
{
    make_large();
    assert_int_equal(verdict(), STATE_OK);
}

TEST_WITH(a_large_products_element_is_found_in_a_row_that_is_compared, NULL, unmake)
{
    make_large();
    assert_int_equal(with_one_off(4999, 929, 2 * allowed()), STATE_WRONG);
    assert_said(check.message, "n = 7: C[4999][929] = ");
    assert_said(check.detail, "1 of 59520 wrong");
}

TEST_WITH(a_large_products_element_is_found_in_the_other_rows, NULL, unmake)
{
    double little = 0.003 * sqrt(930) / 3; /* of a typical element */

    make_large();
    assert_int_equal(with_one_off(500, 123, little), STATE_WRONG);
    assert_said(check.message, "n = 7: row 500 of C does not add up to what A and B give, nor do 0 "
                               "others");
    assert_int_equal(with_one_off(4998, 0, -little), STATE_WRONG);
    assert_int_equal(with_one_off(4998, 0, NAN), STATE_WRONG);
    memset(p.c + 700 * (size_t)p.n, POISON_NUMBER, 3 * p.n * sizeof(float));
    assert_int_equal(verdict(), STATE_WRONG); /* rows that were left out */
    assert_said(check.message,
                "row 700 of C does not add up to what A and B give, nor do 2 others");
}
