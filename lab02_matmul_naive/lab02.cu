/* Lab 2 - naive matrix product: what does the order of memory accesses cost, and what does the
 * first call of a kernel measure?
 *
 *   make lab02 && ./lab02          check every version, then time it
 *   ./lab02 --sweep                M = N = K in powers of two: where does the GPU begin to pay?
 *   ./lab02 --help                 everything else
 *
 * The lessons: the same operations take several times as long when the threads of a warp read far
 * apart, gpu_v1 against gpu_ex21; and whoever times the first call of a kernel times the driver:
 * see first_launch below.
 *
 * To be read from top to bottom; the kernels are in matmul_naive.cu. */
#include "common/lab.h"
#include "common/experiment.h"
#include "common/gemm_cpu.h"
#include "matmul_naive.h"
#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif

#ifdef HAVE_CUBLAS /* built for a GPU */
#define SIZE  2048
#define SWEEP "2^6,2^7,2^8,2^9,2^10,2^11,2^12"
#else /* for the CPU device, which takes a hundred times as long */
#define SIZE  512
#define SWEEP "2^5,2^6,2^7,2^8,2^9,2^10"
#endif

static const struct lab lab = {
    .name = "lab02",
    .title = "Lab 2 - naive matrix product   C = A B, float32",
    .exercise = "lab02_matmul_naive/matmul_naive.cu",
    .versions = "cpu_serial cpu_openmp cpu_blas gpu_v1 gpu_ex21 gpu_ex22",
    .counts = "M = N = K",
    .rate = "GFLOP/s",
    .ceiling = "peak",
    .size = SIZE,
    .quick_size = 96,
    .min_size = 1,
    .max_size = 1 << 15,
    .sweep = SWEEP,
};

/* ---- on the CPU: the reference and the opponents -------------------------------------------- */

#define STRIP 1024 /* sums of a row that are kept at a time: 8 KB, they stay in the L1 cache */

/* Row i of C: plain loops, summed in double, rounded once. With p outside and j inside, B is read
 * along its rows. */
static void product_row(float *c, const float *a, const float *b, int i, int n, int k)
{
    for (int j0 = 0; j0 < n; j0 += STRIP) {
        int width = n - j0 < STRIP ? n - j0 : STRIP;
        double sum[STRIP];

        for (int j = 0; j < width; j++)
            sum[j] = 0;
        for (int p = 0; p < k; p++)
            for (int j = 0; j < width; j++)
                sum[j] += (double)a[i * k + p] * b[p * n + j0 + j];
        for (int j = 0; j < width; j++)
            c[i * n + j0 + j] = (float)sum[j];
    }
}

static void matmul_serial(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        product_row(c, a, b, i, n, k);
}

/* What is right: the same rows; on all cores, to save your time. */
void matmul_naive_reference(float *c, const float *a, const float *b, int m, int n, int k)
{
#pragma omp parallel for
    for (int i = 0; i < m; i++)
        product_row(c, a, b, i, n, k);
}

/* What a GPU has to beat: every core, every SIMD lane, every cache. */
static void matmul_openmp(float *c, const float *a, const float *b, int m, int n, int k)
{
    if (gemm_cpu(c, a, b, m, n, k) == 0)
        return;
    fprintf(stderr, "out of host memory in cpu_openmp: give a smaller --size\n");
    exit(STATUS_USAGE);
}

#ifdef HAVE_OPENBLAS
/* Its threads and OpenMP's fight when they take turns on the same cores: at 512 sgemm took about
 * three times as long in turns with an OpenMP product as by itself (two cores, OpenBLAS 0.3.21).
 * Sampled by itself, after a pause, it reads the same as in a process of its own. */
static void matmul_blas(float *c, const float *a, const float *b, int m, int n, int k)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
}
#endif

/* ---- the versions --------------------------------------------------------------------------- */

typedef void product(float *c, const float *a, const float *b, int m, int n, int k);

/* name, in a few words, exercise, launcher; without a launcher: why it does not run */
static const struct version versions[] = {
    { "cpu_serial", "one thread", NULL, (launcher *)matmul_serial },
    { "cpu_openmp", "all cores, packed, SIMD", NULL, (launcher *)matmul_openmp },
#ifdef HAVE_OPENBLAS
    { "cpu_blas", "all cores, OpenBLAS", NULL, (launcher *)matmul_blas },
#else
    { "cpu_blas", "needs OpenBLAS, which make did not find", NULL, NULL },
#endif
    { "gpu_v1", "a warp walks down rows", NULL, (launcher *)matmul_naive_v1 },
    { "gpu_ex21", "a warp walks along a row", "2.1", (launcher *)matmul_naive_ex21 },
    { "gpu_ex22", "four elements per thread", "2.2", (launcher *)matmul_naive_ex22 },
};

static void run(const struct problem *p)
{
    product *multiply = (product *)p->version->launch;

    if (on_device(p->version))
        multiply(p->c.device, p->a.device, p->b.device, p->m, p->n, p->k);
    else
        multiply(p->c.host, p->a.host, p->b.host, p->m, p->n, p->k);
}

/* ---- inputs and check ----------------------------------------------------------------------- */

void matmul_naive_inputs(float *a, float *b, int m, int n, int k, unsigned long long seed)
{
    random_uniform(a, (size_t)m * k, seed, 0);
    random_uniform(b, (size_t)k * n, seed, 1);
}

static void name_element(char *text, size_t size, size_t i, const void *columns)
{
    size_t n = *(const int *)columns;

    snprintf(text, size, "C[%zu][%zu]", i / n, i % n);
}

void matmul_naive_check(struct check *check, const float *c, const float *want, int m, int n, int k)
{
    check_output(check, c, want, (size_t)m * n, dot_tolerance(k, 1, 1), 0, name_element, &n);
}

static void check_problem(struct check *check, const struct problem *p)
{
    matmul_naive_check(check, p->c.host, p->want, p->m, p->n, p->k);
}

static struct problem make_shape(int m, int n, int k, unsigned long long seed)
{
    struct problem p = problem_make(m, n, k, (size_t)m * k, (size_t)k * n, (size_t)m * n);

    matmul_naive_inputs(p.a.host, p.b.host, m, n, k, seed);
    matmul_naive_reference(p.want, p.a.host, p.b.host, m, n, k);
    return p;
}

static struct problem make(long long size, unsigned long long seed)
{
    return make_shape(size, size, size, seed);
}

/* Shapes m, n, k to be wrong at: one more and one less than a block, rows that do not begin at a
 * multiple of 16 bytes (147), primes, ones; and so many rows that a grid's y cannot count them. */
static const int ragged_shapes[][3] = {
    { 33, 31, 147 },   { 31, 33, 32 }, { 65, 63, 17 },    { 32, 64, 16 },
    { 127, 129, 147 }, { 131, 67, 8 }, { 2, 3, 5 },       { 257, 1, 33 },
    { 1, 257, 31 },    { 1, 1, 1 },    { 1100000, 1, 1 },
};

static struct problem make_ragged(int i, unsigned long long seed)
{
    return make_shape(ragged_shapes[i][0], ragged_shapes[i][1], ragged_shapes[i][2], seed);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* Before every sample, outside the clock: no output left from the sample before, no input in the
 * cache, nothing running on the device. */
static void prepare(const struct problem *p)
{
    CUDA_CHECK(cudaMemsetAsync(p->c.device, POISON_BYTE, p->c.count * sizeof(float), 0));
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
}

/* Three stopwatches on one launch. */
static void time_kernel(const struct problem *p, double ms[])
{
    float event_ms;

    prepare(p);
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    run(p);
    ms[NO_SYNC] = now_ms() - start; /* THE PITFALL of lab 1: the kernel is queued, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start; /* right: the kernel has run */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, p->before, p->after));
    ms[EVENTS] = event_ms; /* right: the device's own clock, read before and after the kernel */
}

/* What a program pays whose data live on the host. The last copy waits for the kernel. */
static void time_with_transfers(const struct problem *p, double ms[])
{
    prepare(p);
    double start = now_ms();
    array_send(&p->a);
    array_send(&p->b);
    run(p);
    CUDA_CHECK(
        cudaMemcpy(p->c.host, p->c.device, p->c.count * sizeof(float), cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = now_ms() - start;
}

/* 2 m n k operations, and at least 4 (m k + k n + m n) bytes: A and B read, C written, once. The
 * floor is the longer of the times that the device's arithmetic and its memory need for them. */
static struct work work_of(const struct problem *p, const struct device *device)
{
    double flops = 2.0 * p->m * p->n * p->k, bytes = 4.0 * (p->a.count + p->b.count + p->c.count);
    double floor_ms =
        device->is_cpu ? 0 : fmax(flops / device->peak_gflops, bytes / device->copy_gbs) / 1e6;
    struct work work = { "float32", p->n, p->m, p->n, p->k, flops, bytes, floor_ms };

    return work;
}

/* THE SECOND PITFALL. The first launch of a kernel also loads its code onto the device, and before
 * that the first CUDA call of a program makes a context (see main). Both happen once. This clock
 * waits for the kernel, and still does not measure it. */
static double first_launch(struct report *report)
{
    struct problem p = make(report->options->sizes[0], report->options->seed);
    struct check check;

    check_begin(&check, "gpu_v1", "", NULL);
    check_at(&check, "first launch");
    array_send(&p.a);
    array_send(&p.b);
    double start = now_ms();
    matmul_naive_v1(p.c.device, p.a.device, p.b.device, p.m, p.n, p.k);
    device_finished(&check); /* waits */
    double ms = now_ms() - start;
    if (check.lost) /* its fault ends the run */
        report_version(report, &check, p.n);
    problem_free(&p);
    return ms;
}

/* What whoever runs gpu_v1 once, and times that, would have reported. */
static void report_first_call(const struct report *report, double context_ms, double first_ms)
{
    long long size = report->options->sizes[0];
    const struct row *later = find_row(&report->rows, "gpu_v1", "sync", size);

    if (!later)
        return;
    printf("\nhow long did the first call of gpu_v1 take, at %s = %lld?\n", lab.counts, size);
    printf("  make a context       %9.3g ms     once per program\n", context_ms);
    printf("  the first launch     %9.3g ms     loads the kernel's code, too\n", first_ms);
    printf("  later launches       %9.3g ms     ok\n", later->time.median_ms);
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct experiment experiment = {
    .versions = versions,
    .version_count = COUNT(versions),
    .ragged_count = COUNT(ragged_shapes),
    .make = make,
    .make_ragged = make_ragged,
    .run = run,
    .check = check_problem,
    .time_kernel = time_kernel,
    .time_with_transfers = time_with_transfers,
    .work_of = work_of,
    .own = NULL,
};

int main(int argc, char **argv)
{
    struct options options = options_parse(&lab, argc, argv);
    double start = now_ms();
    cudaFree(0); /* the first CUDA call makes the context; unchecked: device_open comes next */
    double context_ms = now_ms() - start, first_ms = 0;
    struct device device = device_open();
    double largest = options.sizes[options.size_count - 1], square = largest * largest;
    struct report report;

    /* floats: on the host A, B, C, the right C, and an input read back; on the device A, B, C */
    need_memory(&lab, &device, largest, 5 * 4 * square, 3 * 4 * square);
    report_begin(&report, &lab, &options, &device);
    if (options_wants(&options, "gpu_v1"))
        first_ms = first_launch(&report);
    for (int i = 0; i < options.size_count; i++)
        try_versions(&report, &experiment, options.sizes[i]); /* check, time, print: experiment.h */
    report_methods(&report, options.only ? options.only : "gpu_v1", options.size);
    report_first_call(&report, context_ms, first_ms);
    try_smaller_sizes(&report, &experiment, 32, 2);
    report_break_even(&report, "gpu_v1");
    return report_end(&report);
}
