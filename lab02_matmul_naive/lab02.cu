/* Lab 2 - naive matrix product: what does the order of memory accesses cost, and what does the
 * first call of a kernel measure?
 *
 *   make lab02 && ./lab02          check every version, then time it
 *   ./lab02 --sweep                M = N = K in powers of two: from which size is the GPU faster?
 *   ./lab02 --help                 everything else
 *
 * The lessons: the same operations take several times as long when the threads of a warp read
 * addresses far apart (compare gpu_v1 with gpu_ex21); and the first call of a kernel takes longer
 * than all others, because the driver also works then (see report_first_call below).
 *
 * Read this file from top to bottom; the kernels are in matmul_naive.cu. */
#include "common/lab.h"
#include "common/gemm/gemm.h"
#include "common/gemm/gemm_cpu.h"
#include "goals.h"
#include "matmul_naive.h"

static const struct lab lab = {
    .name = "lab02",
    .title = "Lab 2 - naive matrix product   C = A B, float32",
    .exercise = "lab02_matmul_naive/matmul_naive.cu",
    .counts = "M = N = K",
    .rate = FLOPS,
    .unit = "GFLOP/s",
    .ceiling = "peak",
    .size = GEMM_SIZE,
    .quick_size = 96,
    .max_size = 1 << 15,
    .sweep = GEMM_SWEEP,
    .traffic_size = 256,
    .gpu_size = GEMM_GPU_SIZE,
};

/* ---- the versions --------------------------------------------------------------------------- */

/* What a GPU has to beat: packed, with SIMD, on one core or on all (common/gemm/gemm_cpu.c). */
static void on_cpu(const struct problem *p)
{
    if (gemm_cpu(p->c.f32, p->a.f32, p->b.f32, p->m, p->n, p->k))
        out_of_host_memory();
}

/* RUN(v1) defines run_v1, which calls matmul_naive_v1 with the problem's arrays, as in lab 1. */
#define RUN(version)                                                                               \
    static void run_##version(const struct problem *p)                                             \
    {                                                                                              \
        LAUNCH(matmul_naive_##version(p->c.f32, p->a.f32, p->b.f32, p->m, p->n, p->k));            \
    }
RUN(v1)
RUN(ex21)
RUN(ex22)

static const struct version versions[] = {
    { .name = "cpu_serial", .what = "one thread, SIMD", .where = ON_ONE_THREAD, .run = on_cpu },
    { .name = "cpu_openmp", .what = "all cores, SIMD", .where = ON_ALL_CORES, .run = on_cpu },
    { .name = "cpu_blas",
      .what = "needs OpenBLAS, which make did not find",
      .where = ON_ALL_CORES,
      .run = gemm_blas },
    { .name = "gpu_v1", .what = "a warp walks down rows", .run = run_v1 },
    { .name = "gpu_ex21", .what = "a warp walks along a row", .exercise = "2.1", .run = run_ex21 },
    { .name = "gpu_ex22", .what = "four elements per thread", .exercise = "2.2", .run = run_ex22 },
    {},
};

/* ---- is it right? --------------------------------------------------------------------------- */

/* What C must be: sums in double precision, rounded once. */
static void reference(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int p = 0; p < k; p++)
                sum += (double)a[(size_t)i * k + p] * b[(size_t)p * n + j];
            c[(size_t)i * n + j] = (float)sum;
        }
}

/* For large products gemm_compare makes the same sums faster (common/gemm/gemm_check.c, which also
 * says how far a sum of floats may be off). */
static void compare(struct check *check, const struct problem *p)
{
    gemm_compare(check, p, reference);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* The host's clock, read twice. */
static void host_clock(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    ms[NO_SYNC] = now_ms() - start; /* THE PITFALL of lab 1: the kernel is queued, no more */
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start; /* right: the device has finished */
}

/* Right: the device's own clock, read before and after the kernel. */
static void events(const struct version *v, const struct problem *p, double ms[])
{
    float elapsed = 0;

    CUDA_CHECK(cudaEventRecord(p->before, 0));
    v->run(p);
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaEventSynchronize(p->after));
    CUDA_CHECK(cudaEventElapsedTime(&elapsed, p->before, p->after));
    ms[EVENTS] = elapsed;
}

/* THE SECOND PITFALL. The first launch of a kernel also loads its code onto the device, and before
 * that the first CUDA call of a program makes a context. Both happen once. A program that runs
 * gpu_v1 only once reports first_ms as the kernel's time, even with a synchronize. */
static void report_first_call(const struct run *run, double first_ms)
{
    long long size = run->options.sizes[0];
    const struct row *later = find_row(&run->report.rows, "gpu_v1", SYNC, size);

    if (!later)
        return;
    printf(_("\nhow long did the first call of gpu_v1 take, at %s = %lld?\n"), lab.counts, size);
    printf(_("  make a context       %9.3g ms     once per program\n"), run->context_ms);
    printf(_("  the first launch     %9.3g ms     loads the kernel's code, too\n"), first_ms);
    printf(_("  later launches       %9.3g ms     ok\n"), later->time.median_ms);
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct experiment experiment = {
    .versions = versions,
    .shape_of = gemm_cube, /* gemm_: the same for every matrix product, see common/gemm/gemm.h */
    .problem = gemm_problem,
    .compare = compare,
    .shapes = GEMM_SHAPES,
    .stopwatches = { host_clock, events, gemm_with_transfers },
    .smaller_sizes = { .first = 32, .factor = 2 },
    .goals = goals,
};

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */
    double first_ms = time_once(run, "gpu_v1", run->options.sizes[0]);

    for (long long n; next_size(run, &n);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);)
            if (check_version(run, v))   /* right at every awkward and every drawn shape? */
                time_version(run, v, n); /* times it, and also checks the timed output */
    report_methods(&run->report, run->options.size);
    report_first_call(run, first_ms);
    report_break_even(&run->report);
    return run_end(run);
}
