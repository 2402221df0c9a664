/* The bounds that cards' published limits leave: recomputed here by hand, in another way. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "common/engine/bounds.h"

static struct card card_named(const char *name)
{
    struct card card = { 0 };

    assert_null(card_read(&card, CARDS, name));
    return card;
}

static void near(double got, double by_hand)
{
    if (!(fabs(got / by_hand - 1) < 0.005))
        fail_msg("%g, by hand %g", got, by_hand);
}

static void a_vector_is_bound_by_memory(void **state)
{
    const int64_t n = 1 << 24; /* 2 x 64 MiB read, 64 MiB written */
    const struct card_work work = { .read_bytes = 8.0 * n, .written_bytes = 4.0 * n };

    (void)state;
    /* T4: (134.2 MB + 67.1 - 4.2 MB that the L2 keeps) / 320 GB/s; 201.3 MB over 15.75 GB/s more */
    const struct card t4 = card_named("t4"), b200 = card_named("b200");
    near(card_bound(&t4, &work).kernel_ms, 0.6160);
    near(card_bound(&t4, &work).copies_ms, 0.6160 + 12.783);
    /* B200: all that is written fits in its L2: 134.2 MB / 8,000 GB/s; 201.3 MB over 63 GB/s more
     */
    near(card_bound(&b200, &work).kernel_ms, 0.016777);
    near(card_bound(&b200, &work).copies_ms, 0.016777 + 3.1957);
}

static void a_product_is_bound_by_arithmetic(void **state)
{
    const double n = 2048;
    const struct card_work work = { .flops = 2 * n * n * n,
                                    .read_bytes = 8 * n * n,
                                    .written_bytes = 4 * n * n };
    const struct card h200 = card_named("h200");

    (void)state;
    /* 17.18 GFLOP / (66.9 TFLOP/s x 1.15) = 0.2233 ms; 50.3 MB over 63 GB/s: 0.7989 ms more */
    near(card_bound(&h200, &work).kernel_ms, 0.2233);
    near(card_bound(&h200, &work).copies_ms, 0.2233 + 0.7989);
}

static void what_else_bounds(void **state)
{
    const struct card_work nothing = { 0 }, pi = { .integer_products = 11e9 };
    const struct card_work halves = { .half_flops = 1e12 };
    struct card_work both = { .read_bytes = 1e9, .written_bytes = 1e9 };
    const struct card t4 = card_named("t4");

    (void)state;
    near(card_bound(&t4, &nothing).kernel_ms, 1e-3);        /* a launch */
    near(card_bound(&t4, &pi).kernel_ms, 2.350);            /* 11e9 / (4.07e12 x 1.15) */
    near(card_bound(&t4, &halves).kernel_ms, 13.357);       /* 1e12 / (65.1e12 x 1.15) */
    near(card_bound(&t4, &both).copies_ms, 126.98 + 6.237); /* in, kernel, out */
    both.overlaps = 1;
    near(card_bound(&t4, &both).copies_ms, 63.49); /* in and out at once, the kernel, too */
}

static void every_card_is_there_and_no_other(void **state)
{
    const char *const names[] = { "t4",   "rtx4060laptop", "rtx4090", "l4",
                                  "a100", "h100",          "h200",    "b200" };
    struct card card = { 0 };

    (void)state;
    for (int i = 0; i < 8; i++) {
        card = card_named(names[i]);
        assert_true(card.float32 > 1e12 && card.int32 > 1e12 && card.half > card.float32);
        assert_true(card.memory > card.bus && card.bus > 1e9 && card.l2 >= 4 << 20);
    }
    assert_string_equal(card_read(&card, CARDS, "t5"),
                        " t4 rtx4060laptop rtx4090 l4 a100 h100 h200 b200");
    assert_string_equal(card_read(&card, "no/such.csv", "t4"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vector_is_bound_by_memory),
        cmocka_unit_test(a_product_is_bound_by_arithmetic),
        cmocka_unit_test(what_else_bounds),
        cmocka_unit_test(every_card_is_there_and_no_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
