/* common/gemm on halves: what was summed in float and rounded once passes; sums in half, one
 * element that is off by two halves' steps, and what was not written do not. */
#include "unit.h"
#include <math.h>
#include <string.h>
#include "common/gemm/gemm.h"
extern "C" {
#include "lab06_resnet_layers/gemm_cpu_half.c"
}
#include "common/engine/half.h"

static struct check check;
static struct problem p;

enum summed { IN_FLOAT, IN_HALF };

static void multiply(enum summed summed)
{
    const __half *a = (const __half *)p.a.host, *b = (const __half *)p.b.host;
    __half *c = (__half *)p.c.host;

    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++) {
            float sum = 0;
            for (int q = 0; q < p.k; q++) {
                sum += __half2float(a[i * p.k + q]) * __half2float(b[q * p.n + j]);
                if (summed == IN_HALF)
                    sum = __half2float(__float2half(sum));
            }
            c[i * p.n + j] = __float2half(sum);
        }
}

/* A product of halves whose C has the poison of the check. */
static void make(int m, int n, int k, int poison, uint64_t seed)
{
    struct random random = { seed, 0 };

    p = {};
    p.shape = { .m = m, .n = n, .k = k };
    gemm_problem_of(&p, FLOAT16);
    array_allocate(&p.a);
    array_allocate(&p.b);
    array_allocate(&p.c);
    array_draw(&p.a, &random);
    array_draw(&p.b, &random);
    array_poison(&p.c, poison);
    check_begin(&check, "gpu_ex62", "half storage", "6.2");
    check_at(&check, "n = 7");
    check.poison = poison;
}

static void reference(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int q = 0; q < k; q++)
                sum += (double)a[i * k + q] * b[q * n + j];
            c[i * n + j] = (float)sum;
        }
}

static enum state verdict(void)
{
    gemm_compare(&check, &p, reference);
    return check_state(&check);
}

static int unmake(void **)
{
    array_free(&p.a);
    array_free(&p.b);
    array_free(&p.c);
    p = {};
    return 0;
}

static const struct shape shapes[] = {
    { 33, 31, 147 }, { 2, 3, 5 }, { 7, 9, 4001 }, { 80, 70, 1 }
};
static const int poisons[] = { POISON_BYTE, POISON_NUMBER };

TEST_WITH(a_sum_in_float_that_is_rounded_once_passes, NULL, unmake)
{
    for (const struct shape &s : shapes)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            make(s.m, s.n, s.k, poisons[seed % 2], seed);
            multiply(IN_FLOAT);
            if (verdict() != STATE_OK)
                fail_msg("seed %d: %s", (int)seed, check.message);
            unmake(state);
        }
}

TEST_WITH(sums_in_half_are_rejected, NULL, unmake)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        make(33, 31, 147, POISON_BYTE, seed);
        multiply(IN_HALF);
        assert_int_equal(verdict(), STATE_WRONG);
        unmake(state);
    }
}

/* All halves, one at a time and many at once; then what lies between two of them: a quarter, half
 * and three quarters of the way to the next. No number stays no number. */
TEST(the_cpu_converts_every_half_as_cuda_does)
{
    static uint16_t bits[65536], back[65536];
    static float floats[65536], between[65536];

    for (int i = 0; i < 65536; i++)
        bits[i] = i;
    floats_of_halves(floats, bits, 65536);
    for (int i = 0; i < 65536; i++) {
        float one, want = __half2float(*(const __half *)&bits[i]);
        floats_of_halves(&one, &bits[i], 1);
        assert_true(isnan(want) ? isnan(one) && isnan(floats[i])
                                : one == want && floats[i] == want);
    }
    for (int part = 0; part < 4; part++) {
        for (int i = 0; i < 65536; i++)
            between[i] = floats[i] + 0.25f * part * (floats[(i + 1) % 65536] - floats[i]);
        halves_of_floats(back, between, 65536);
        for (int i = 0; i < 65536; i++) {
            uint16_t one;
            __half half = __float2half(between[i]);
            halves_of_floats(&one, &between[i], 1);
            if (!isnan(between[i]) && (one != back[i] || memcmp(&one, &half, sizeof(one))))
                fail_msg("%a: %x, %x", between[i], one, back[i]);
            assert_true(!isnan(between[i]) ||
                        ((one & 0x7fff) > 0x7c00 && (back[i] & 0x7fff) > 0x7c00));
        }
    }
}

TEST(the_product_on_the_cpu_passes)
{
    for (const struct shape &s : { shapes[0], shapes[1], shapes[2], { 3001, 40, 300 } })
        for (int poison : poisons) {
            make(s.m, s.n, s.k, poison, 7);
            p.a.data = p.a.host, p.b.data = p.b.host, p.c.data = p.c.host;
            assert_int_equal(gemm_cpu_half((uint16_t *)p.c.host, (const uint16_t *)p.a.host,
                                           (const uint16_t *)p.b.host, p.m, p.n, p.k),
                             0);
            if (verdict() != STATE_OK)
                fail_msg("%s", check.message);
            unmake(state);
        }
}

/* A half's neighbour but one: the bits are a number that counts them. */
TEST_WITH(one_element_off_by_two_steps_is_found_and_named, NULL, unmake)
{
    make(33, 31, 147, POISON_BYTE, 1);
    multiply(IN_FLOAT);
    ((unsigned short *)p.c.host)[32 * 31 + 30] += 2;
    assert_int_equal(verdict(), STATE_WRONG);
    assert_non_null(strstr(check.message, "n = 7: C[32][30] = "));
    assert_non_null(strstr(check.detail, "1 of 1023 wrong"));
}

TEST_WITH(what_was_not_written_is_todo_or_named, NULL, unmake)
{
    for (int poison : poisons) {
        make(33, 31, 147, poison, 1);
        assert_int_equal(verdict(), STATE_TODO);
        assert_string_equal(check.unwritten, "n = 7");
        multiply(IN_FLOAT);
        memset((__half *)p.c.host + 32 * 31, poison, 31 * sizeof(__half)); /* the last row */
        assert_int_equal(verdict(), STATE_WRONG);
        unmake(state);
    }
}

/* 4 x 4.297 = 17.1875, whose bits are two bytes of POISON_NUMBER. */
TEST_WITH(a_result_that_has_the_bits_of_poison_passes, NULL, unmake)
{
    const unsigned short bits = 0x0101 * POISON_NUMBER;
    __half poison;

    memcpy(&poison, &bits, sizeof(poison));
    make(2, 3, 5, POISON_NUMBER, 1);
    memset(p.a.host, 0, p.a.bytes);
    ((__half *)p.a.host)[0] = __float2half(4);
    ((__half *)p.b.host)[0] = __float2half(__half2float(poison) / 4);
    p.a.scale = p.b.scale = 4.5;
    multiply(IN_FLOAT);
    assert_int_equal(((unsigned short *)p.c.host)[0], bits);
    assert_int_equal(verdict(), STATE_OK);
}

/* A lone element with these bits would be taken for one that was not written. */
TEST_WITH(no_product_of_two_has_the_bits_of_poison, NULL, unmake)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        make(1, 1, 1, POISON_NUMBER, seed);
        assert_true(p.a.scale * p.b.scale < 17.1875);
        unmake(NULL);
    }
}
