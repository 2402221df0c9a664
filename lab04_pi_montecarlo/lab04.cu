/* Lab 4 - Monte Carlo pi: where does the reduction happen?
 *
 *   make lab04 && ./lab04          check every version, then time it
 *   ./lab04 --sweep                how does the error fall, and from which n is the GPU faster?
 *   ./lab04 --size 1e12            a GPU does that in seconds; a CPU would take many minutes
 *   ./lab04 --help                 everything else
 *
 * The lesson: drawing the samples takes the same time in all versions on the device. They differ in
 * how and where the counts become one number. Look at "with the copies": its clock stops when the
 * host has the number of hits.
 *
 * Read this file from top to bottom; the kernels are in pi_montecarlo.cu. */
#include "common/lab.h"
#include "goals.h"
#include "pi_montecarlo.h"
#include "pi_versions.h"
#include "shapes.h" /* at which sizes a version is checked */

#define GPU_SIZE (1LL << 28)
#ifdef BUILT_FOR_GPU
#define SIZE     GPU_SIZE
#define MAX_SIZE (1LL << 50)
#define SWEEP    "2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26,2^28"
#else /* the CPU device */
#define SIZE     (1LL << 22)
#define MAX_SIZE PI_CPU_SIZE
#define SWEEP    "2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24"
#endif

static const struct lab lab = {
    .name = "lab04",
    .title = "Lab 4 - Monte Carlo pi   4 hits / n, whole numbers",
    .exercise = "lab04_pi_montecarlo/pi_montecarlo.cu",
    .counts = "n",
    .rate = SIZES,
    .unit = "Gsample/s",
    .ceiling = "peak",
    .size = SIZE,
    .quick_size = 1 << 16,
    .max_size = MAX_SIZE,
    .sweep = SWEEP,
    .column = "gsamples_s",
    .cpu_size = PI_CPU_SIZE,
    .gpu_size = GPU_SIZE,
};

/* ---- the versions --------------------------------------------------------------------------- */

/* RUN(cpu, pi_cpu) defines run_cpu, which calls pi_cpu for a problem, as in lab 1. */
#define RUN(version, count_hits)                                                                   \
    static void run_##version(const struct problem *p)                                             \
    {                                                                                              \
        LAUNCH(count_hits(p->c.u64, p->n, p->seed));                                               \
    }
RUN(cpu, pi_cpu)
RUN(v1, pi_montecarlo_v1)
RUN(ex41, pi_montecarlo_ex41)
RUN(ex42, pi_montecarlo_ex42)
RUN(arrays, pi_arrays)

/* How many counts a version leaves for the host to sum, if not one: one per thread. */
static const int per_thread = PI_THREADS;

static const struct version versions[] = {
    { .name = "cpu_serial", .what = "one thread, SIMD", .where = ON_ONE_THREAD, .run = run_cpu },
    { .name = "cpu_openmp", .what = "all cores, SIMD", .where = ON_ALL_CORES, .run = run_cpu },
    { .name = "gpu_v1", .what = "counts summed by the CPU", .run = run_v1, .own = &per_thread },
    { .name = "gpu_ex41", .what = "a tree in shared memory", .exercise = "4.1", .run = run_ex41 },
    { .name = "gpu_ex42", .what = "warp shuffles, strides", .exercise = "4.2", .run = run_ex42 },
    { .name = "gpu_arrays", .what = "x and y as arrays", .where = BY_LIBRARY, .run = run_arrays },
    { .name = "curand",
      .what = "needs a GPU and cuRAND",
      .where = BY_LIBRARY,
      .run = pi_curand,
      .own = &per_thread },
    { .name = "cub", .what = "needs a GPU and CUB", .where = BY_LIBRARY, .run = pi_cub },
    {},
};

static int counts_of(const struct version *version)
{
    return version->own ? *(const int *)version->own : 1;
}

/* ---- the problem ---------------------------------------------------------------------------- */

/* The seed is the only input. A sample takes at least 11 products of 32 x 32 bits, of 64 bits each,
 * 22 per pair: Philox has 20, two of them by zero, and there are 4 squares. */
static void problem(struct problem *p)
{
    p->n = p->shape.n;
    p->c = array_of(UINT64, PI_THREADS);
    p->c.device_name = counts_of(p->version) > 1 ? "d_counts" : "d_hits";
    if (p->version->run == run_arrays)
        p->must = pi_arrays_must(p->n);
    p->must.integer_products = 11.0 * p->n;
    p->must.result_bytes = (double)counts_of(p->version) * sizeof(count);
    p->scratch = 9 * (size_t)PI_PIECE;
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* The number of hits must equal the reference's exactly, and nothing else may be written. */
static void compare(struct check *check, const struct problem *p)
{
    const count *counts = (const count *)p->c.host, poison = 0x0101010101010101u * check->poison;
    count want = pi_reference(p->n, p->seed), sum = 0;
    int written = counts_of(p->version), first = -1, missing = 0;

    for (int i = 0; i < written; i++) {
        if (counts[i] == poison && missing++ == 0)
            first = i;
        sum += counts[i];
    }
    check_written(check, missing < written);
    if (missing == written)
        return;
    if (missing > 0)
        check_fail(check, "counts[%d] was never written, nor were %d others", first, missing - 1);
    else if (written == 1 && sum - want == poison)
        check_fail(check, "the hits were added to what lay in d_hits[0] before: set it to 0 first");
    else if (written == 1 && sum >> 32 == poison >> 32)
        check_fail(check, "%llu hits: 4 of the 8 bytes of d_hits[0] are as they were: set all to 0",
                   sum);
    else if (sum != want)
        check_fail(check, "%llu hits, expected %llu (%+lld)", sum, want, (long long)(sum - want));
    for (int i = written; i < PI_THREADS; i++)
        if (counts[i] != poison) {
            check_fail(check, "wrote outside: count %d past d_hits[0]", i);
            return;
        }
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

/* Stops the clock when the host has the number of hits. gpu_v1 and curand send back 2 MB, which are
 * summed here; the others send 8 bytes. No version has arrays to send to the device. */
static void with_transfers(const struct version *v, const struct problem *p, double ms[])
{
    const count *counts = (const count *)p->c.host;
    int n = counts_of(v);
    volatile count result; /* so that the sum is not optimised away */
    count sum = 0;
    double start = now_ms();

    v->run(p);
    CUDA_CHECK(cudaMemcpy(p->c.host, p->c.device, n * sizeof(count), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        sum += counts[i];
    result = sum;
    (void)result;
    ms[WITH_TRANSFERS] = now_ms() - start;
}

/* ---- pi ------------------------------------------------------------------------------------- */

/* Cells of the CSV: pi and its error, the same for all versions of a size, as their counts are. */
static void finish_row(const struct run *run, struct row *row, const struct problem *p,
                       const struct stats[METHODS])
{
    static long long n;
    static double pi;

    if (n != p->n)
        pi = 4.0 * pi_reference(p->n, run->options.seed) / p->n;
    n = p->n;
    snprintf(row->own, sizeof(row->own), "%.12g,%.4g,%.4g,%.6g", pi, fabs(pi - M_PI),
             pi_standard_error(n), rate(n, row));
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct hooks hooks = { .finish_row = finish_row };

static const struct experiment experiment = {
    .versions = versions,
    .shape_of = shape_of,
    .problem = problem,
    .compare = compare,
    .shapes = { .awkward = awkward, .draw = draw, .draws = DRAWS, .quick_draws = 4 },
    .stopwatches = { host_clock, events, with_transfers },
    .smaller_sizes = { .first = 1024, .factor = 4 },
    .hooks = &hooks,
    .goals = goals,
};

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */

    run->report.rows.own_columns = "pi,abs_error,std_error,gsamples_s";
    for (long long n; next_size(run, &n);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);)
            if (check_version(run, v))   /* right at every awkward and every drawn size? */
                time_version(run, v, n); /* times it, and also checks the timed output */
    pi_report_error(&run->report.rows);
    report_methods(&run->report, run->options.size);
    report_break_even(&run->report);
    return run_end(run);
}
