/* Lab 3 - tiled matrix product: how close does shared memory bring us to the best code?
 *
 *   make lab03 && ./lab03          check every version, then time it
 *   ./lab03 --sweep                M = N = K in powers of two: from which size is the GPU faster?
 *   ./lab03 --only gpu_ex33        the kernel with a race, which other runs skip
 *   ./lab03 --help                 everything else
 *
 * The lesson: every remedy moves the bottleneck. The kernels of lab 2 wait for global memory and
 * its caches. With tiles that a whole block shares, a kernel waits for shared memory. With patches
 * in registers, it comes close to the arithmetic. We compare with cuBLAS.
 *
 * Read this file from top to bottom; the kernels are in matmul_tiled.cu. */
#include "common/lab.h"
#include "common/gemm/gemm.h"
#include "common/gemm/gemm_cpu.h"
#include "goals.h"
#include "matmul_tiled.h"

static const struct lab lab = {
    .name = "lab03",
    .title = "Lab 3 - tiled matrix product   C = A B, float32",
    .exercise = "lab03_matmul_tiled/matmul_tiled.cu",
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

/* RUN(v1) defines run_v1, which calls matmul_tiled_v1 with the problem's arrays, as in lab 1. */
#define RUN(version)                                                                               \
    static void run_##version(const struct problem *p)                                             \
    {                                                                                              \
        LAUNCH(matmul_tiled_##version(p->c.f32, p->a.f32, p->b.f32, p->m, p->n, p->k));            \
    }
RUN(v1)
RUN(ex31)
RUN(ex32)
RUN(ex33)
RUN(warps)

static const struct version versions[] = {
    { .name = "cpu_serial", .what = "one thread, SIMD", .where = ON_ONE_THREAD, .run = on_cpu },
    { .name = "cpu_openmp", .what = "all cores, SIMD", .where = ON_ALL_CORES, .run = on_cpu },
    { .name = "cpu_blas",
      .what = "needs OpenBLAS, which make did not find",
      .where = ON_ALL_CORES,
      .run = gemm_blas },
    { .name = "gpu_v1", .what = "a tile at a time in shared memory", .run = run_v1 },
    { .name = "gpu_ex31", .what = "4 x 4 elements per thread", .exercise = "3.1", .run = run_ex31 },
    { .name = "gpu_ex32", .what = "float4 loads, two buffers", .exercise = "3.2", .run = run_ex32 },
    { .name = "gpu_ex33",
      .what = "came with a race to find: TODO(3.3); run it with --only gpu_ex33",
      .exercise = "3.3",
      .run = run_ex33,
      .given = true },
    { .name = "cublas", .what = "needs a GPU and cuBLAS", .where = BY_LIBRARY, .run = gemm_cublas },
    { .name = matmul_tiled_warps ? "gpu_warps" : NULL, .what = "warp tiles", .run = run_warps },
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

/* The speed of each version, in percent of the speed of cuBLAS. */
static void report_share_of_cublas(const struct run *run)
{
    const struct rows *rows = &run->report.rows;
    long long size = run->options.size;
    const struct row *best = find_row(rows, "cublas", SYNC, size);

    if (!best)
        return;
    printf(_("\npercent of cuBLAS, %s = %lld:"), lab.counts, size);
    for (const struct version *v = versions; v->name; v++) {
        const struct row *row = find_row(rows, v->name, SYNC, size);
        if (row && row != best)
            printf("  %s %.0f %%", v->name, 100 * best->time.median_ms / row->time.median_ms);
    }
    putchar('\n');
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

    for (long long n; next_size(run, &n);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);)
            if (check_version(run, v))   /* right at every awkward and every drawn shape? */
                time_version(run, v, n); /* times it, and also checks the timed output */
    report_methods(&run->report, run->options.size);
    report_share_of_cublas(run);
    report_break_even(&run->report);
    return run_end(run);
}
