/* Lab 3 - tiled matrix product: how near to the best code does shared memory bring us?
 *
 *   make lab03 && ./lab03          check every version, then time it
 *   ./lab03 --sweep                M = N = K in powers of two: where does the GPU begin to pay?
 *   ./lab03 --only gpu_ex33        the kernel with a race, which no other run touches
 *   ./lab03 --help                 everything else
 *
 * The lesson: what a kernel waits for moves. Once a tile in shared memory serves every thread of a
 * block, it is no longer device memory; then it is shared memory, until a patch in registers serves
 * many operations. The yardstick is cuBLAS.
 *
 * To be read from top to bottom; the kernels are in matmul_tiled.cu. */
#include "common/lab.h"
#include "common/experiment.h"
#include "common/gemm_cpu.h"
#include "matmul_tiled.h"
#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef HAVE_CUBLAS
#include <cublas_v2.h>
#endif

#ifdef HAVE_CUBLAS /* built for a GPU */
#define SIZE  2048
#define SWEEP "2^6,2^7,2^8,2^9,2^10,2^11,2^12"
#else /* for the CPU device, which takes a hundred times as long */
#define SIZE  512
#define SWEEP "2^5,2^6,2^7,2^8,2^9,2^10"
#endif

static const struct lab lab = {
    .name = "lab03",
    .title = "Lab 3 - tiled matrix product   C = A B, float32",
    .exercise = "lab03_matmul_tiled/matmul_tiled.cu",
    .versions = "cpu_serial cpu_openmp cpu_blas gpu_v1 gpu_ex31 gpu_ex32 gpu_ex33 cublas",
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
void matmul_tiled_reference(float *c, const float *a, const float *b, int m, int n, int k)
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

#ifdef HAVE_CUBLAS
/* cuBLAS thinks by columns. Read by columns, our arrays are B', A' and C', and C' = B' A'. Its
 * default mode computes float32 in float32; TF32 would have to be asked for. */
static void matmul_cublas(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static cublasHandle_t handle; /* made at the first call, which is never timed */
    const float one = 1, zero = 0;

    if ((!handle && cublasCreate(&handle)) || cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k,
                                                          &one, d_b, n, d_a, k, &zero, d_c, n)) {
        fprintf(stderr, "cuBLAS failed: make doctor says what is missing\n");
        exit(STATUS_WRONG);
    }
}
#endif

/* ---- the versions --------------------------------------------------------------------------- */

typedef void product(float *c, const float *a, const float *b, int m, int n, int k);

/* name, in a few words, exercise, launcher; without a launcher: why it does not run */
static struct version versions[] = {
    { "cpu_serial", "one thread", NULL, (launcher *)matmul_serial },
    { "cpu_openmp", "all cores, packed, SIMD", NULL, (launcher *)matmul_openmp },
#ifdef HAVE_OPENBLAS
    { "cpu_blas", "all cores, OpenBLAS", NULL, (launcher *)matmul_blas },
#else
    { "cpu_blas", "needs OpenBLAS, which make did not find", NULL, NULL },
#endif
    { "gpu_v1", "a tile at a time in shared memory", NULL, (launcher *)matmul_tiled_v1 },
    { "gpu_ex31", "4 x 4 elements per thread", "3.1", (launcher *)matmul_tiled_ex31 },
    { "gpu_ex32", "float4 loads, two buffers", "3.2", (launcher *)matmul_tiled_ex32 },
    { "gpu_ex33", "given, with a race: TODO(3.3), run it with --only gpu_ex33", NULL,
      (launcher *)matmul_tiled_ex33 },
#ifdef HAVE_CUBLAS
    { "cublas", "cuBLAS", NULL, (launcher *)matmul_cublas },
#else
    { "cublas", "needs a GPU and cuBLAS", NULL, NULL },
#endif
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

void matmul_tiled_inputs(float *a, float *b, int m, int n, int k, unsigned long long seed)
{
    random_uniform(a, (size_t)m * k, seed, 0);
    random_uniform(b, (size_t)k * n, seed, 1);
}

static void name_element(char *text, size_t size, size_t i, const void *columns)
{
    size_t n = *(const int *)columns;

    snprintf(text, size, "C[%zu][%zu]", i / n, i % n);
}

void matmul_tiled_check(struct check *check, const float *c, const float *want, int m, int n, int k)
{
    check_output(check, c, want, (size_t)m * n, dot_tolerance(k, 1, 1), 0, name_element, &n);
}

static void check_problem(struct check *check, const struct problem *p)
{
    matmul_tiled_check(check, p->c.host, p->want, p->m, p->n, p->k);
}

static struct problem make_shape(int m, int n, int k, unsigned long long seed)
{
    struct problem p = problem_make(m, n, k, (size_t)m * k, (size_t)k * n, (size_t)m * n);

    matmul_tiled_inputs(p.a.host, p.b.host, m, n, k, seed);
    matmul_tiled_reference(p.want, p.a.host, p.b.host, m, n, k);
    return p;
}

static struct problem make(long long size, unsigned long long seed)
{
    return make_shape(size, size, size, seed);
}

/* Shapes m, n, k to be wrong at: one more and one less than a tile, rows that do not begin at a
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

/* How much of the yardstick each version reaches. */
static void report_share_of_cublas(const struct report *report)
{
    long long size = report->options->size;
    const struct row *best = find_row(&report->rows, "cublas", "sync", size);

    if (!best)
        return;
    printf("\nof cuBLAS, %s = %lld:", lab.counts, size);
    for (int v = 0; v < COUNT(versions); v++) {
        const struct row *row = find_row(&report->rows, versions[v].name, "sync", size);
        if (row && row != best)
            printf("  %s %.0f %%", versions[v].name,
                   100 * best->time.median_ms / row->time.median_ms);
    }
    putchar('\n');
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
    struct device device = device_open();
    double largest = options.sizes[options.size_count - 1], square = largest * largest;
    struct report report;

    for (int v = 0; v < COUNT(versions); v++) /* its race would make every run fail */
        if (!options.only && !only_checked() && !strcmp(versions[v].name, "gpu_ex33"))
            versions[v].launch = NULL;
    /* floats: on the host A, B, C, the right C, and an input read back; on the device A, B, C */
    need_memory(&lab, &device, largest, 5 * 4 * square, 3 * 4 * square);
    report_begin(&report, &lab, &options, &device);
    for (int i = 0; i < options.size_count; i++)
        try_versions(&report, &experiment, options.sizes[i]); /* check, time, print: experiment.h */
    report_methods(&report, options.only ? options.only : "gpu_v1", options.size);
    report_share_of_cublas(&report);
    try_smaller_sizes(&report, &experiment, 32, 2);
    report_break_even(&report, "gpu_v1");
    return report_end(&report);
}
