/* Lab 5: the arithmetic, and what follows from the times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
extern "C" {
#include <cmocka.h>
}
#include "lab05_transfers/tables.cu"
#include "lab05_transfers/transfers.h"

/* These are in files of the lab that are not linked. */
const struct version versions[] = { {} };
double in_gbs, out_gbs;

void measure_bus(void)
{
}

/* ---- the arithmetic ------------------------------------------------------------------------- */

#define INPUTS 1000

static float x[INPUTS];

static int draw_inputs(void **)
{
    random_uniform(x, INPUTS, 3, 0);
    return 0;
}

/* One operation, worked out in double, where the product is exact: rounded once. */
static void test_an_operation_is_fused(void **)
{
    for (int i = 0; i < INPUTS; i++) {
        float want = (float)((double)x[i] * (1 - 0x1p-12) + 0x1p-11);
        assert_true(transfers_element(x[i], 1) == want);
    }
}

/* No two numbers of operations give the same, so a step too few or too many is seen everywhere. */
static void test_every_operation_shows_in_every_element(void **)
{
    for (int i = 0; i < 200; i++)
        for (int ops = 0; ops < 10500; ops++) {
            float next = transfers_element(x[i], 1);
            assert_true(next > x[i]);
            x[i] = next;
        }
}

/* ---- what follows from the times ------------------------------------------------------------ */

/* From where on does `gpu` beat 1, 10, 100, 1000 ms for as many operations? */
static double crosses(double a, double b, double c, double d)
{
    const struct series s = {
        .varied = OPS, .values = { 1, 10, 100, 1000 }, .count = 4, .columns = 2, .names = {}
    };
    const double ms[VALUES][COLUMNS] = { { 1, a }, { 10, b }, { 100, c }, { 1000, d } };

    return crossing(&s, ms, 1);
}

static void test_where_the_lines_cross(void **)
{
    assert_true(fabs(crosses(30, 30, 30, 30) - 30) < 1e-9); /* both are straight lines */
    assert_true(crosses(2, 20, 200, 2000) == -1);
    assert_true(crosses(0.5, 5, 50, 500) == 0);
    double from = crosses(0.5, 20, 50, 500); /* beyond the last point that was lost */
    assert_true(from > 10 && from < 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_an_operation_is_fused, draw_inputs),
        cmocka_unit_test_setup(test_every_operation_shows_in_every_element, draw_inputs),
        cmocka_unit_test(test_where_the_lines_cross),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
