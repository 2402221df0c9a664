/* common/experiment: the order of a run. A wrong answer has no time, a version does not suffer from
 * the one before it, and what was timed is checked again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
extern "C" {
#include <cmocka.h>
}
#include "common/experiment.h"
#include "capture.h"

#define N 1000

typedef void doubler(float *c, const float *a, int n);

static int calls;

/* ---- versions: c = 2 a, right and wrong ----------------------------------------------------- */

__global__ void twice(float *c, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = 2 * a[i];
}

__global__ void spoil(float *a, float *c, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = c[i] = 0;
}

static void on_the_cpu(float *c, const float *a, int n)
{
    for (int i = 0; i < n; i++)
        c[i] = 2 * a[i];
}

static void right(float *c, const float *a, int n)
{
    twice<<<(n + 63) / 64, 64>>>(c, a, n);
}

static void spoils_its_input(float *c, const float *a, int n)
{
    spoil<<<1, 1>>>((float *)a, c, n);
}

/* Right as long as it is only checked: once for each ragged size, and once for the timed one. */
static void works_three_times(float *c, const float *a, int n)
{
    if (calls++ < 3)
        right(c, a, n);
}

static void drops_the_last_of_big_ones(float *c, const float *a, int n)
{
    right(c, a, n > 999 ? n - 1 : n);
}

static void never_written(float *, const float *, int)
{
}

static void writes_behind_the_end(float *c, const float *a, int n)
{
    right(c, a, n + 1);
}

static void faults(float *, const float *a, int n)
{
    right(NULL, a, n);
}

static const struct version versions[] = {
    { "cpu_serial", "plain", NULL, (launcher *)on_the_cpu },
    { "gpu_spoils", "worked", NULL, (launcher *)spoils_its_input },
    { "gpu_v1", "worked", NULL, (launcher *)right },
    { "gpu_thrice", "worked", NULL, (launcher *)works_three_times },
    { "gpu_big", "worked", NULL, (launcher *)drops_the_last_of_big_ones },
    { "gpu_todo", "an exercise", "9.1", (launcher *)never_written },
    { "gpu_nothing", "worked", NULL, (launcher *)never_written },
    { "gpu_behind", "worked", NULL, (launcher *)writes_behind_the_end },
    { "gpu_skipped", "needs patience", NULL, NULL },
    { "gpu_faults", "worked", NULL, (launcher *)faults },
    { "gpu_last", "worked", NULL, (launcher *)right },
};

/* ---- the lab -------------------------------------------------------------------------------- */

static struct problem make(long long n, unsigned long long seed)
{
    struct problem p = problem_make(0, n, 0, n, 1, n);

    random_uniform(p.a.host, n, seed, 0);
    on_the_cpu(p.want, p.a.host, n);
    p.b.host[0] = 0;
    return p;
}

static struct problem make_ragged(int i, unsigned long long seed)
{
    return make(i ? 3 : 65, seed);
}

static void run(const struct problem *p)
{
    int there = on_device(p->version);

    ((doubler *)p->version->launch)(there ? p->c.device : p->c.host,
                                    there ? p->a.device : p->a.host, p->n);
}

static void check_problem(struct check *check, const struct problem *p)
{
    check_output(check, p->c.host, p->want, p->n, 0, 0, NULL, NULL);
}

static void time_kernel(const struct problem *p, double ms[])
{
    CUDA_CHECK(cudaMemset(p->c.device, POISON_BYTE, p->n * sizeof(float)));
    run(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[NO_SYNC] = 1e-3, ms[SYNC] = 1, ms[EVENTS] = 0.9;
}

static void time_with_transfers(const struct problem *p, double ms[])
{
    time_kernel(p, ms);
    floats_fetch(&p->c);
    ms[WITH_TRANSFERS] = 2;
}

static struct work work_of(const struct problem *p, const struct device *)
{
    struct work work = { "float32", p->n, 0, p->n, 0, 1.0 * p->n, 8.0 * p->n, 0 };

    return work;
}

static void own_cells(struct row *row, const struct problem *p)
{
    snprintf(row->own, sizeof(row->own), "%lld:%g", p->n, row->time.median_ms);
}

static const struct own_columns own_columns = { "size_and_ms", own_cells };

static const struct experiment experiment = {
    .versions = versions,
    .version_count = COUNT(versions),
    .ragged_count = 2,
    .make = make,
    .make_ragged = make_ragged,
    .run = run,
    .check = check_problem,
    .time_kernel = time_kernel,
    .time_with_transfers = time_with_transfers,
    .work_of = work_of,
    .own = &own_columns,
};

static const struct lab lab = {
    .name = "lab09",
    .title = "Lab 9",
    .exercise = "op.cu",
    .counts = "n",
    .rate = BYTES,
    .unit = "GB/s",
    .ceiling = "copy",
    .size = N,
    .quick_size = N,
    .min_size = 1,
    .max_size = N,
    .sweep = "10,1000",
    .versions = "cpu_serial gpu_spoils gpu_v1 gpu_thrice gpu_big gpu_todo gpu_nothing gpu_behind "
                "gpu_skipped gpu_faults gpu_last",
};

static void run_lab(void *argument)
{
    char *argv[] = { (char *)"lab09", (char *)"--quick", (char *)argument,
                     (char *)"--sizes=10,1000" };
    int argc = !argument ? 2 : strcmp((char *)argument, "--only=gpu_big") ? 3 : 4;
    struct options options = options_parse(&lab, argc, argv);
    catch_crashes();
    struct device device = device_open();
    struct report report;

    report_begin(&report, &lab, &options, &device);
    for (int i = 0; i < options.size_count; i++)
        try_versions(&report, &experiment, options.sizes[i]);
    printf("%d rows\n", report.rows.count);
    for (int i = 0; i < report.rows.count; i++)
        printf("%s %s %s\n", report.rows.own_columns, report.rows.row[i].method,
               report.rows.row[i].own);
    exit(report_end(&report));
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void every_version_gets_what_it_deserves(void **state)
{
    struct said said = capture(run_lab, NULL);

    (void)state;
    assert_int_equal(said.status, STATUS_WRONG);
    assert_said(said.out, "\ncpu_serial   ok  ");
    assert_said(said.out, "\ngpu_spoils   WRONG  n = 65: element [0] = 0, expected ");
    assert_said(said.out, "\ngpu_v1       ok "); /* although its inputs had been spoilt */
    assert_said(said.out, "\ngpu_thrice   WRONG  n = 1000, timed: nothing was written\n");
    assert_said(said.out, "\ngpu_big      WRONG  n = 1000: element [999] was never written");
    assert_said(said.out, "\ngpu_todo     todo   TODO(9.1): an exercise, in op.cu\n");
    assert_said(said.out, "\ngpu_nothing  WRONG  n = 65: nothing was written\n");
    assert_said(said.out, "\ngpu_behind   WRONG  n = 65: wrote outside: float 1 behind the end");
    assert_said(said.out, "\ngpu_skipped  skip   needs patience\n");
    assert_said(said.out, "\ngpu_faults   WRONG  n = 65: an illegal memory access");
    assert_said(said.out, "\nnot run: gpu_last: ");
    assert_not_said(said.out, "\ngpu_last");
}

static void one_version_alone_has_four_times_or_one(void **state)
{
    struct said said = capture(run_lab, (void *)"--only=gpu_v1");

    (void)state;
    assert_int_equal(said.status, STATUS_OK);
    assert_said(said.out, "\ngpu_v1       ok ");
    assert_said(said.out, "\n4 rows\n"); /* no_sync, sync, events, with_transfers */
    assert_not_said(said.out, "cpu_serial");
    said = capture(run_lab, (void *)"--only=cpu_serial");
    assert_said(said.out, "\n1 rows\n");
    said = capture(run_lab, (void *)"--only=gpu_thrice");
    assert_int_equal(said.status, STATUS_WRONG);
    assert_said(said.out, "\n0 rows\n"); /* a wrong answer has no time */
    said = capture(run_lab, (void *)"--only=gpu_todo");
    assert_int_equal(said.status, STATUS_OK);
    assert_said(said.out, "\n0 rows\n");
}

static void every_row_has_the_labs_own_cells(void **state)
{
    struct said said = capture(run_lab, (void *)"--only=gpu_v1");

    (void)state;
    assert_said(said.out, "\nsize_and_ms no_sync 1000:0.001\n");
    assert_said(said.out, "\nsize_and_ms sync 1000:1\n");
    assert_said(said.out, "\nsize_and_ms events 1000:0.9\n");
    assert_said(said.out, "\nsize_and_ms with_transfers 1000:2\n");
}

static void a_sweep_finds_what_is_wrong_at_a_later_size(void **state)
{
    struct said said = capture(run_lab, (void *)"--only=gpu_big");

    (void)state;
    assert_int_equal(said.status, STATUS_WRONG);
    assert_said(said.out, "           10 gpu_big      ok ");
    assert_said(said.out, "        1 000 gpu_big      WRONG  n = 1000: element [999]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_gets_what_it_deserves),
        cmocka_unit_test(one_version_alone_has_four_times_or_one),
        cmocka_unit_test(every_row_has_the_labs_own_cells),
        cmocka_unit_test(a_sweep_finds_what_is_wrong_at_a_later_size),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
