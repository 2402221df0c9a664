/* Lab 5: the arithmetic, what follows from the times, and memory that a student's function gives.
 */
#include "unit.h"
#include "lab05_transfers/memory.cu"
#include "lab05_transfers/tables.cu"
#include "lab05_transfers/transfers.h"
#include "uniform.h"

/* These are in files of the lab that are not linked. */
const struct version versions[] = { {} };
double in_gbs, out_gbs;

void report_bus(const struct run *)
{
}

/* ---- the arithmetic ------------------------------------------------------------------------- */

#define INPUTS 1000

static float x[INPUTS];

static int draw_inputs(void **)
{
    uniform(x, INPUTS, 3, 0);
    return 0;
}

/* One operation, worked out in double, where the product is exact: rounded once. */
TEST_WITH(test_an_operation_is_fused, draw_inputs, NULL)
{
    for (int i = 0; i < INPUTS; i++) {
        float want = (float)((double)x[i] * (1 - 0x1p-12) + 0x1p-11);
        assert_true(transfers_element(x[i], 1) == want);
    }
}

/* No two numbers of operations give the same, so a step too few or too many is seen everywhere. */
TEST_WITH(test_every_operation_shows_in_every_element, draw_inputs, NULL)
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

TEST(test_where_the_lines_cross)
{
    assert_true(fabs(crosses(30, 30, 30, 30) - 30) < 1e-9); /* both are straight lines */
    assert_true(crosses(2, 20, 200, 2000) == -1);
    assert_true(crosses(0.5, 5, 50, 500) == 0);
    double from = crosses(0.5, 20, 50, 500); /* beyond the last point that was lost */
    assert_true(from > 10 && from < 100);
}

/* ---- memory that a student's function gives ------------------------------------------------- */

static size_t pinned_bytes; /* how many from the front; 0: all */
static bool gives_nothing, gives_it_twice;

void *transfers_ex51_alloc(size_t bytes)
{
    static void *given;
    size_t pages = (bytes + 4095) / 4096 * 4096;

    if (gives_nothing || (gives_it_twice && given))
        return gives_nothing ? NULL : given;
    given = aligned_alloc(4096, pages);
    CUDA_CHECK(cudaHostRegister(given, pinned_bytes ? pinned_bytes : pages, 0));
    return given;
}

void transfers_ex51_free(void *memory)
{
    CUDA_CHECK(cudaHostUnregister(memory));
    free(memory);
}

static struct check finding;

static int no_finding(void **)
{
    check_begin(&finding, "gpu_ex51", "pinned memory", "5.1");
    check_at(&finding, "n = 5");
    finding.written = 1;
    findings_of_memory(&finding);
    return 0;
}

TEST_WITH(test_every_page_must_be_pinned, no_finding, NULL)
{
    const size_t whole = 40 * 4096 + 100;

    exercise.free(exercise.alloc(whole));
    assert_int_equal(finding.wrong, 0);
    for (size_t bytes = 4096; bytes < whole; bytes += 7 * 4096) {
        char words[128];
        no_finding(state);
        pinned_bytes = bytes;
        exercise.free(exercise.alloc(whole));
        snprintf(words, sizeof(words),
                 "n = 5: transfers_ex51_alloc: byte %zu of %zu is not in pinned memory", bytes,
                 whole);
        assert_string_equal(finding.message, words);
    }
    pinned_bytes = 0;
}

TEST_WITH(test_the_same_memory_twice_is_found, no_finding, NULL)
{
    void *x_memory = exercise.alloc(4096), *y_memory;

    gives_it_twice = true;
    y_memory = exercise.alloc(4096);
    assert_ptr_equal(x_memory, y_memory);
    assert_string_equal(finding.message,
                        "n = 5: transfers_ex51_alloc returned memory that is still in use");
    gives_it_twice = false;
}

TEST_WITH(test_no_memory_is_found, no_finding, NULL)
{
    gives_nothing = true;
    assert_null(exercise.alloc(4096));
    assert_string_equal(finding.message, "n = 5: transfers_ex51_alloc returned NULL");
    gives_nothing = false;
}
