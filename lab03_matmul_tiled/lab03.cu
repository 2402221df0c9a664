/* Lab 3 - tiled matrix product: how close does shared memory bring us to the best code?
 *
 *   make lab03 && ./lab03          check every version, then time it
 *   ./lab03 --sweep                M = N = K in powers of two: from which size is the GPU faster?
 *   ./lab03 --only gpu_ex33        the kernel with a race, which other runs skip
 *   ./lab03 --help                 everything else
 *
 * The lesson: every remedy moves the bottleneck. The kernels of lab 2 wait for device memory. With
 * tiles that a whole block shares, a kernel waits for shared memory. With patches in registers, it
 * comes close to the arithmetic. We compare with cuBLAS.
 *
 * Read this file from top to bottom; the kernels are in matmul_tiled.cu. */
#include "common/lab.h"
#include "common/gemm/gemm.h"
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
    .min_size = 1,
    .max_size = 1 << 15,
    .sweep = GEMM_SWEEP,
    .traffic_size = 256,
};

/* ---- the versions --------------------------------------------------------------------------- */

/* name, description (or what it needs), exercise, where it runs, how to call it (NULL: cannot) */
static const struct version versions[] = {
    { "cpu_serial", "one thread, packed, SIMD", NULL, ON_ONE_THREAD, gemm_on_cpu },
    { "cpu_openmp", "all cores, packed, SIMD", NULL, ON_ALL_CORES, gemm_on_cpu },
    { "cpu_blas", "needs OpenBLAS, which make did not find", NULL, ON_ALL_CORES, gemm_blas },
    { "gpu_v1", "a tile at a time in shared memory", NULL, ON_DEVICE,
      GEMM_RUN(f32, matmul_tiled_v1) },
    { "gpu_ex31", "4 x 4 elements per thread", "3.1", ON_DEVICE, GEMM_RUN(f32, matmul_tiled_ex31) },
    { "gpu_ex32", "float4 loads, two buffers", "3.2", ON_DEVICE, GEMM_RUN(f32, matmul_tiled_ex32) },
    { .name = "gpu_ex33",
      .what = "has a race to find: TODO(3.3); run it with --only gpu_ex33",
      .todo = "3.3",
      .where = ON_DEVICE,
      .run = GEMM_RUN(f32, matmul_tiled_ex33),
      .given = 1 },
    { "cublas", "needs a GPU and cuBLAS", NULL, BY_LIBRARY, gemm_cublas },
    {},
};

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
    printf("\npercent of cuBLAS, %s = %lld:", lab.counts, size);
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
    .problem = gemm_problem, /* gemm_: the same for every matrix product, see common/gemm/gemm.h */
    .shape_of = gemm_cube,
    .compare = gemm_compare,
    .awkward = gemm_awkward,
    .grids = gemm_grids,
    .draw = gemm_draw,
    .draws = GEMM_DRAWS,
    .quick_draws = GEMM_QUICK_DRAWS,
    .stopwatches = { host_clock, events, gemm_with_transfers },
    .first_small = 32,
};

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */

    for (long long n; next_size(run, &n);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);)
            if (check_version(run, v))   /* right at every awkward and every drawn shape? */
                time_version(run, v, n); /* times it, and checks the timed output, too */
    report_methods(&run->report, run->options.size);
    report_share_of_cublas(run);
    report_break_even(&run->report);
    return run_end(run);
}
