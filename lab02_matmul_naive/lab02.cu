/* Lab 2 - naive matrix product: what does the order of memory accesses cost, and what does the
 * first call of a kernel measure?
 *
 *   make lab02 && ./lab02          check every version, then time it
 *   ./lab02 --sweep                M = N = K in powers of two: where does the GPU begin to pay?
 *   ./lab02 --help                 everything else
 *
 * The lessons: the same operations take several times as long when the threads of a warp read far
 * apart (gpu_v1 and gpu_ex21); and whoever times the first call of a kernel times the driver: see
 * first_launch below.
 *
 * To be read from top to bottom; the kernels are in matmul_naive.cu. */
#include "../common/lab.h"
#include "../common/gemm_cpu.h"
#include "matmul_naive.h"
#include <time.h>
#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif

#ifdef __NVCC__ /* built for a GPU */
#define SIZE  2048
#define SWEEP "2^6,2^7,2^8,2^9,2^10,2^11,2^12"
#else /* built for the CPU device, which takes a hundred times as long */
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

/* Shapes m, n, k to be wrong at: one more and one less than a block, rows that do not begin at a
 * multiple of 16 bytes (147), primes, ones; and so many rows that a grid's y cannot count them
 * by 16. */
static const int ragged_shapes[][3] = {
    { 33, 31, 147 },   { 31, 33, 32 }, { 65, 63, 17 },    { 32, 64, 16 },
    { 127, 129, 147 }, { 131, 67, 8 }, { 2, 3, 5 },       { 257, 1, 33 },
    { 1, 257, 31 },    { 1, 1, 1 },    { 1100000, 1, 1 },
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
static void matmul_blas(float *c, const float *a, const float *b, int m, int n, int k)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
}
#endif

/* ---- the versions --------------------------------------------------------------------------- */

typedef void product(float *c, const float *a, const float *b, int m, int n, int k);

static const struct version {
    const char *name, *what, *todo; /* todo: the exercise, NULL for what comes complete */
    int on_device;
    product *multiply; /* NULL: not in this build, and `what` says why */
} versions[] = {
    { "cpu_serial", "one thread", NULL, 0, matmul_serial },
    { "cpu_openmp", "all cores, packed, SIMD", NULL, 0, matmul_openmp },
#ifdef HAVE_OPENBLAS
    { "cpu_blas", "all cores, OpenBLAS", NULL, 0, matmul_blas },
#else
    { "cpu_blas", "needs OpenBLAS, which make did not find", NULL, 0, NULL },
#endif
    { "gpu_v1", "a warp walks down rows", NULL, 1, matmul_naive_v1 },
    { "gpu_ex21", "a warp walks along a row", "2.1", 1, matmul_naive_ex21 },
    { "gpu_ex22", "four elements per thread", "2.2", 1, matmul_naive_ex22 },
};

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

/* ---- the arrays of one shape, on the host and on the device --------------------------------- */

struct arrays {
    int m, n, k;
    struct array a, b, c;
    float *want;                   /* what C should be */
    const struct version *version; /* that runs now */
    cudaEvent_t before, after;
};

static struct arrays arrays_make(int m, int n, int k, unsigned long long seed)
{
    struct arrays x = {};

    x.m = m, x.n = n, x.k = k;
    x.a = array_make((size_t)m * k);
    x.b = array_make((size_t)k * n);
    x.c = array_make((size_t)m * n);
    x.want = host_floats(x.c.count);
    matmul_naive_inputs(x.a.host, x.b.host, m, n, k, seed);
    matmul_naive_reference(x.want, x.a.host, x.b.host, m, n, k);
    CUDA_CHECK(cudaEventCreate(&x.before));
    CUDA_CHECK(cudaEventCreate(&x.after));
    return x;
}

static void arrays_free(struct arrays *x)
{
    array_free(&x->a);
    array_free(&x->b);
    array_free(&x->c);
    free(x->want);
    cudaEventDestroy(x->before);
    cudaEventDestroy(x->after);
}

static void run(const struct arrays *x)
{
    if (x->version->on_device)
        x->version->multiply(x->c.device, x->a.device, x->b.device, x->m, x->n, x->k);
    else
        x->version->multiply(x->c.host, x->a.host, x->b.host, x->m, x->n, x->k);
}

/* ---- is it right? --------------------------------------------------------------------------- */

static void verify(struct check *check, const struct arrays *x)
{
    check_at(check, "m, n, k = %d, %d, %d", x->m, x->n, x->k);
    array_send(&x->a); /* anew: the version before may have spoilt them */
    array_send(&x->b);
    array_poison(&x->c);
    run(x);
    if (!device_finished(check)) /* the launch or the kernel failed */
        return;
    if (x->version->on_device)
        array_fetch(&x->c);
    matmul_naive_check(check, x->c.host, x->want, x->m, x->n, x->k);
    check_guard(check, x->c.host + x->c.count);
    check_array(check, "A", &x->a);
    check_array(check, "B", &x->b);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* THE SECOND PITFALL. The first launch of a kernel also loads its code onto the device, and before
 * that the first CUDA call of a program makes a context (see main). Both happen once. This clock
 * waits for the kernel, and still does not measure it. */
static double first_launch(const struct arrays *x)
{
    double start = now_ms();

    run(x);
    cudaDeviceSynchronize(); /* unchecked: verify comes next, and says what went wrong */
    return now_ms() - start;
}

/* Before every sample, outside the clock: no output left from the sample before, no input in the
 * cache, nothing running on the device. */
static void prepare(const struct arrays *x)
{
    CUDA_CHECK(cudaMemsetAsync(x->c.device, POISON_BYTE, x->c.count * sizeof(float), 0));
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
}

/* Three stopwatches on one launch. */
static void time_kernel(const struct arrays *x, double *no_sync, double *sync, double *events)
{
    float event_ms;

    prepare(x);
    CUDA_CHECK(cudaEventRecord(x->before, 0));
    double start = now_ms();
    run(x);
    *no_sync = now_ms() - start; /* THE PITFALL of lab 1: the kernel is queued, no more */
    CUDA_CHECK(cudaEventRecord(x->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    *sync = now_ms() - start; /* right: the kernel has run */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, x->before, x->after));
    *events = event_ms; /* right: the device's own clock, read before and after the kernel */
}

/* What a program pays whose data live on the host. The last copy waits for the kernel. */
static void time_with_transfers(const struct arrays *x, double *ms)
{
    prepare(x);
    double start = now_ms();
    array_send(&x->a);
    array_send(&x->b);
    run(x);
    CUDA_CHECK(
        cudaMemcpy(x->c.host, x->c.device, x->c.count * sizeof(float), cudaMemcpyDeviceToHost));
    *ms = now_ms() - start;
}

static const char *const device_methods[] = { "no_sync", "sync", "events", "with_transfers" };

static void time_device(void *experiment, double ms[])
{
    time_kernel((struct arrays *)experiment, &ms[0], &ms[1], &ms[2]);
    time_with_transfers((struct arrays *)experiment, &ms[3]);
}

static const char *const cpu_methods[] = { "wall" };

static void time_cpu(void *experiment, double ms[])
{
    double start = now_ms();

    run((struct arrays *)experiment);
    ms[0] = now_ms() - start;
}

/* 2 m n k operations, and at least 4 (m k + k n + m n) bytes: A and B read, C written, once. The
 * floor is the longer of the times that the device's arithmetic and its memory need for them. */
static struct work work_of(const struct arrays *x, const struct device *device)
{
    double flops = 2.0 * x->m * x->n * x->k, bytes = 4.0 * (x->a.count + x->b.count + x->c.count);
    double floor_ms =
        device->is_cpu ? 0 : fmax(flops / device->peak_gflops, bytes / device->copy_gbs) / 1e6;
    struct work work = { "float32", x->n, x->m, x->n, x->k, flops, bytes, floor_ms };

    return work;
}

/* OpenMP's threads spin for some milliseconds after their last work, and OpenBLAS has threads of
 * its own that do the same. In turns on the same cores they fight: at 512 sgemm took 6 to 8.5 ms in
 * turns with OpenMP code, and 2.2 ms alone (two cores, OpenBLAS 0.3.21). So every version is timed
 * by itself, and first the threads of the one before get the time to fall asleep; then it reads the
 * same as in a process of its own. */
static void let_threads_sleep(void)
{
    const struct timespec pause = { 0, 50000000 };

    nanosleep(&pause, NULL);
}

static void measure(struct report *report, struct check *check, struct arrays *x)
{
    int on_device = x->version->on_device, count = on_device ? COUNT(device_methods) : 1;
    struct work work = work_of(x, report->device);
    struct stats times[COUNT(device_methods)];

    check_at(check, "m, n, k = %d, %d, %d, timed", x->m, x->n, x->k);
    let_threads_sleep();
    sample(on_device ? time_device : time_cpu, count, x, &report->limits, times);
    matmul_naive_check(check, x->c.host, x->want, x->m, x->n, x->k); /* the timed run, too */
    if (check_state(check) == STATE_OK)
        report_times(report, x->version->name, &work, on_device ? device_methods : cpu_methods,
                     count, times);
}

/* ---- the run -------------------------------------------------------------------------------- */

static double first_ms; /* the first launch of gpu_v1 */

static void verify_ragged(struct check *check, const struct version *version,
                          unsigned long long seed)
{
    for (int i = 0; i < COUNT(ragged_shapes) && !check->lost; i++) {
        const int *shape = ragged_shapes[i];
        struct arrays x = arrays_make(shape[0], shape[1], shape[2], seed);
        x.version = version;
        verify(check, &x);
        arrays_free(&x);
    }
}

/* What comes before the first size of a version. */
static void begin(struct check *check, const struct arrays *x, unsigned long long seed)
{
    check_begin(check, x->version->name, x->version->what, x->version->todo);
    if (!x->version->multiply) {
        check->skip = x->version->what;
        return;
    }
    if (!strcmp(x->version->name, "gpu_v1")) {
        check_at(check, "first launch");
        first_ms = first_launch(x);
    }
    verify_ragged(check, x->version, seed);
}

/* Every version at one size: is it right, and if so, how fast? */
static void run_size(struct report *report, struct check checks[], int n)
{
    const struct options *options = report->options;
    struct arrays x = arrays_make(n, n, n, options->seed);

    for (int v = 0; v < COUNT(versions); v++) {
        struct check *check = &checks[v];
        x.version = &versions[v];
        if (!options_wants(options, x.version->name))
            continue;
        report_progress(report, x.version->name, n);
        if (!check->version)
            begin(check, &x, options->seed);
        if (!check->lost && !check->skip)
            verify(check, &x);
        if (check_state(check) == STATE_OK)
            measure(report, check, &x);
        report_version(report, check, n);
    }
    arrays_free(&x);
}

/* What whoever runs gpu_v1 once, and times that, would have reported. */
static void report_first_call(const struct report *report, double context_ms)
{
    const struct row *later = find_row(&report->rows, "gpu_v1", "sync", report->options->sizes[0]);

    if (!later)
        return;
    printf("\nhow long did the first call of gpu_v1 take, at %s = %lld?\n", lab.counts,
           report->options->sizes[0]);
    printf("  %-20s %9.3g ms\n", "making a context", context_ms);
    printf("  %-20s %9.3g ms     its code was loaded, too\n", "the first launch", first_ms);
    printf("  %-20s %9.3g ms     ok: every sample of the table came after these\n",
           "later launches", later->time.median_ms);
}

int main(int argc, char **argv)
{
    struct options options = options_parse(&lab, argc, argv);
    double start = now_ms();
    cudaFree(0); /* the first CUDA call makes the context; unchecked: device_open comes next */
    double context_ms = now_ms() - start;
    struct device device = device_open();
    struct check checks[COUNT(versions)] = {};
    struct report report;
    double largest = options.sizes[options.size_count - 1], square = largest * largest;

    /* floats: on the host A, B, C, the right C, and an input read back; on the device A, B, C */
    need_memory(&lab, &device, largest, 5 * 4 * square, 3 * 4 * square);
    report_begin(&report, &lab, &options, &device);
    for (int i = 0; i < options.size_count; i++)
        run_size(&report, checks, options.sizes[i]);
    report_methods(&report, options.only ? options.only : "gpu_v1", options.size);
    report_first_call(&report, context_ms);
    if (!options.sweep && !device.is_cpu) { /* the break-even needs the smaller sizes too */
        report_briefly(&report);
        for (long long n = 32; n < options.size; n *= 2)
            run_size(&report, checks, n);
    }
    report_break_even(&report, "gpu_v1");
    return report_end(&report);
}
