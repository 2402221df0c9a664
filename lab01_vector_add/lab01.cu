/* Lab 1 - vector add: is a GPU really faster at c = a + b, and by how much?
 *
 *   make lab01 && ./lab01          check every version, then time it
 *   ./lab01 --sweep                from 2^10 to 2^26 elements: where does the GPU begin to pay?
 *   ./lab01 --help                 everything else
 *
 * The lesson: a kernel launch returns before the kernel has run, so a stopwatch that does not wait
 * for the GPU measures nothing: see time_kernel below.
 *
 * To be read from top to bottom; the kernels are in vector_add.cu. */
#include "common/lab.h"
#include "vector_add.h"

static const struct lab lab = {
    .name = "lab01",
    .title = "Lab 1 - vector add   c = a + b, float32",
    .exercise = "lab01_vector_add/vector_add.cu",
    .versions = "cpu_serial cpu_openmp gpu_v1 gpu_ex11 gpu_ex12",
    .counts = "n",
    .rate = "GB/s",
    .ceiling = "copy",
    .size = 1 << 24,
    .quick_size = 1 << 16,
    .min_size = 1,
    .max_size = 1 << 30,
    .sweep = "2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26",
};

/* ---- on the CPU: the reference and the opponent --------------------------------------------- */

/* What is right: added in double, rounded once. */
void vector_add_reference(float *c, const float *a, const float *b, int n)
{
    for (int i = 0; i < n; i++)
        c[i] = (float)((double)a[i] + (double)b[i]);
}

/* What a GPU has to beat: every core, every SIMD lane. */
static void vector_add_openmp(float *c, const float *a, const float *b, int n)
{
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

/* ---- the versions --------------------------------------------------------------------------- */

typedef void adder(float *c, const float *a, const float *b, int n);

/* name, in a few words, exercise, launcher */
static const struct version versions[] = {
    { "cpu_serial", "one thread", NULL, (launcher *)vector_add_reference },
    { "cpu_openmp", "all cores, SIMD", NULL, (launcher *)vector_add_openmp },
    { "gpu_v1", "one thread per element", NULL, (launcher *)vector_add_v1 },
    { "gpu_ex11", "a fixed grid that strides", "1.1", (launcher *)vector_add_ex11 },
    { "gpu_ex12", "four elements per load", "1.2", (launcher *)vector_add_ex12 },
};

static void run(const struct problem *p)
{
    adder *add = (adder *)p->version->launch;

    if (on_device(p->version))
        add(p->c.device, p->a.device, p->b.device, p->n);
    else
        add(p->c.host, p->a.host, p->b.host, p->n);
}

/* ---- inputs and check ----------------------------------------------------------------------- */

void vector_add_inputs(float *a, float *b, int n, unsigned long long seed)
{
    random_uniform(a, n, seed, 0);
    random_uniform(b, n, seed, 1);
}

static void name_element(char *text, size_t size, size_t i, const void *shape)
{
    (void)shape;
    snprintf(text, size, "c[%zu]", i);
}

/* One addition rounds once, by at most half a unit in the last place, and so did the reference: two
 * right answers differ by no more than FLT_EPSILON of the value, 2^-23. Half precision errs by up
 * to 2^-11 of it. */
void vector_add_check(struct check *check, const float *c, const float *want, int n)
{
    check_output(check, c, want, n, 0, FLT_EPSILON, name_element, NULL);
}

static void check_problem(struct check *check, const struct problem *p)
{
    vector_add_check(check, p->c.host, p->want, p->n);
}

static struct problem make(long long n, unsigned long long seed)
{
    struct problem p = problem_make(0, n, 0, n, n, n);

    vector_add_inputs(p.a.host, p.b.host, p.n, seed);
    vector_add_reference(p.want, p.a.host, p.b.host, p.n);
    return p;
}

/* Sizes to be wrong at: one more and one less than a block, a warp, a float4; primes; one. */
static const int ragged_sizes[] = { 257, 255, 256, 31, 33, 5, 3, 2, 1, 127, 1023, 4099, 65537 };

static struct problem make_ragged(int i, unsigned long long seed)
{
    return make(ragged_sizes[i], seed);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* Before every sample, outside the clock: no output left from the sample before, no input in the
 * cache, nothing running on the device. */
static void prepare(const struct problem *p)
{
    CUDA_CHECK(cudaMemsetAsync(p->c.device, POISON_BYTE, p->n * sizeof(float), 0));
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
    ms[NO_SYNC] = now_ms() - start; /* THE PITFALL: the launch has queued the kernel, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start; /* right: the kernel has run */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, p->before, p->after));
    ms[EVENTS] = event_ms; /* right: the device's own clock, read before and after the kernel */
}

/* What a program pays whose data live on the host, in ordinary memory. The last copy waits for the
 * kernel. */
static void time_with_transfers(const struct problem *p, double ms[])
{
    size_t bytes = p->n * sizeof(float);

    prepare(p);
    double start = now_ms();
    CUDA_CHECK(cudaMemcpy(p->a.device, p->a.host, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(p->b.device, p->b.host, bytes, cudaMemcpyHostToDevice));
    run(p);
    CUDA_CHECK(cudaMemcpy(p->c.host, p->c.device, bytes, cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = now_ms() - start;
}

/* An element costs one addition and 12 bytes: two floats read, one written. The floor is the time
 * that the device's memory needs to move them. */
static struct work work_of(const struct problem *p, const struct device *device)
{
    double bytes = 12.0 * p->n;
    double floor_ms = device->copy_gbs > 0 ? bytes / device->copy_gbs / 1e6 : 0;
    struct work work = { "float32", p->n, 0, p->n, 0, 1.0 * p->n, bytes, floor_ms };

    return work;
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct experiment experiment = {
    .versions = versions,
    .version_count = COUNT(versions),
    .ragged_count = COUNT(ragged_sizes),
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
    double largest = options.sizes[options.size_count - 1];
    struct report report;

    /* floats: on the host a, b, c, the right c, and an input read back; on the device a, b, c */
    need_memory(&lab, &device, largest, 5 * 4 * largest, 3 * 4 * largest);
    report_begin(&report, &lab, &options, &device);
    for (int i = 0; i < options.size_count; i++)
        try_versions(&report, &experiment, options.sizes[i]); /* check, time, print: experiment.h */
    report_methods(&report, options.only ? options.only : "gpu_v1", options.size);
    try_smaller_sizes(&report, &experiment, 1024, 4);
    report_break_even(&report, "gpu_v1");
    return report_end(&report);
}
