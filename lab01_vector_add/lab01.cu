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

/* Sizes to be wrong at: one more and one less than a block, a warp, a float4; primes; one. */
static const int ragged_sizes[] = { 257, 255, 256, 31, 33, 5, 3, 2, 1, 127, 1023, 4099, 65537 };

/* ---- on the CPU: the reference and the opponent -----------------------------------------------
 */

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

/* ---- the versions -----------------------------------------------------------------------------
 */

typedef void adder(float *c, const float *a, const float *b, int n);

static const struct version {
    const char *name, *what, *todo; /* todo: the exercise, NULL for what comes complete */
    int on_device;
    adder *add;
} versions[] = {
    { "cpu_serial", "one thread", NULL, 0, vector_add_reference },
    { "cpu_openmp", "all cores, SIMD", NULL, 0, vector_add_openmp },
    { "gpu_v1", "one thread per element", NULL, 1, vector_add_v1 },
    { "gpu_ex11", "a fixed grid that strides", "1.1", 1, vector_add_ex11 },
    { "gpu_ex12", "four elements per load", "1.2", 1, vector_add_ex12 },
};

/* ---- inputs and check -------------------------------------------------------------------------
 */

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

/* ---- the arrays of one size, on the host and on the device ------------------------------------
 */

struct arrays {
    int n;
    struct array a, b, c;
    float *want;                   /* what c should be */
    const struct version *version; /* that runs now */
    cudaEvent_t before, after;
};

static struct arrays arrays_make(int n, unsigned long long seed)
{
    struct arrays x = {};

    x.n = n;
    x.a = array_make(n);
    x.b = array_make(n);
    x.c = array_make(n);
    x.want = host_floats(n);
    vector_add_inputs(x.a.host, x.b.host, n, seed);
    vector_add_reference(x.want, x.a.host, x.b.host, n);
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
        x->version->add(x->c.device, x->a.device, x->b.device, x->n);
    else
        x->version->add(x->c.host, x->a.host, x->b.host, x->n);
}

/* ---- is it right? -----------------------------------------------------------------------------
 */

static void verify(struct check *check, const struct arrays *x)
{
    check_at(check, "n = %d", x->n);
    array_send(&x->a); /* anew: the version before may have spoilt them */
    array_send(&x->b);
    array_poison(&x->c);
    run(x);
    if (!device_finished(check)) /* the launch or the kernel failed */
        return;
    if (x->version->on_device)
        array_fetch(&x->c);
    vector_add_check(check, x->c.host, x->want, x->n);
    check_guard(check, x->c.host + x->n);
    check_array(check, "a", &x->a);
    check_array(check, "b", &x->b);
}

/* ---- how long does it take? -------------------------------------------------------------------
 */

/* Before every sample, outside the clock: no output left from the sample before, no input in the
 * cache, nothing running on the device. */
static void prepare(const struct arrays *x)
{
    CUDA_CHECK(cudaMemsetAsync(x->c.device, POISON_BYTE, x->n * sizeof(float), 0));
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
    *no_sync = now_ms() - start; /* THE PITFALL: the launch has queued the kernel, no more */
    CUDA_CHECK(cudaEventRecord(x->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    *sync = now_ms() - start; /* right: the kernel has run */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, x->before, x->after));
    *events = event_ms; /* right: the device's own clock, read before and after the kernel */
}

/* What a program pays whose data live on the host. The last copy waits for the kernel. */
static void time_with_transfers(const struct arrays *x, double *ms)
{
    size_t bytes = x->n * sizeof(float);

    prepare(x);
    double start = now_ms();
    CUDA_CHECK(cudaMemcpy(x->a.device, x->a.host, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(x->b.device, x->b.host, bytes, cudaMemcpyHostToDevice));
    run(x);
    CUDA_CHECK(cudaMemcpy(x->c.host, x->c.device, bytes, cudaMemcpyDeviceToHost));
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

/* An element costs one addition and 12 bytes: two floats read, one written. The floor is the time
 * that the device's memory needs to move them. */
static struct work work_of(int n, const struct device *device)
{
    double bytes = 12.0 * n;
    double floor_ms = device->copy_gbs > 0 ? bytes / device->copy_gbs / 1e6 : 0;
    struct work work = { "float32", n, 0, n, 0, 1.0 * n, bytes, floor_ms };

    return work;
}

static void measure(struct report *report, struct check *check, struct arrays *x)
{
    int on_device = x->version->on_device, count = on_device ? COUNT(device_methods) : 1;
    struct work work = work_of(x->n, report->device);
    struct stats times[COUNT(device_methods)];

    check_at(check, "n = %d, timed", x->n);
    sample(on_device ? time_device : time_cpu, count, x, &report->limits, times);
    vector_add_check(check, x->c.host, x->want,
                     x->n); /* the timed run, too, must have been right */
    if (check_state(check) == STATE_OK)
        report_times(report, x->version->name, &work, on_device ? device_methods : cpu_methods,
                     count, times);
}

/* ---- the run ----------------------------------------------------------------------------------
 */

static void verify_ragged(struct check *check, const struct version *version,
                          unsigned long long seed)
{
    check_begin(check, version->name, version->what, version->todo);
    for (int i = 0; i < COUNT(ragged_sizes) && !check->lost; i++) {
        struct arrays x = arrays_make(ragged_sizes[i], seed);
        x.version = version;
        verify(check, &x);
        arrays_free(&x);
    }
}

/* Every version at one size: is it right, and if so, how fast? */
static void run_size(struct report *report, struct check checks[], int n)
{
    const struct options *options = report->options;
    struct arrays x = arrays_make(n, options->seed);

    for (int v = 0; v < COUNT(versions); v++) {
        struct check *check = &checks[v];
        x.version = &versions[v];
        if (!options_wants(options, x.version->name))
            continue;
        report_progress(report, x.version->name, n);
        if (!check->version)
            verify_ragged(check, x.version, options->seed);
        if (!check->lost)
            verify(check, &x);
        if (check_state(check) == STATE_OK)
            measure(report, check, &x);
        report_version(report, check, n);
    }
    arrays_free(&x);
}

int main(int argc, char **argv)
{
    struct options options = options_parse(&lab, argc, argv);
    struct device device = device_open();
    struct check checks[COUNT(versions)] = {};
    struct report report;
    double largest = options.sizes[options.size_count - 1];

    /* floats: on the host a, b, c, the right c, and an input read back; on the device a, b, c */
    need_memory(&lab, &device, largest, 5 * 4 * largest, 3 * 4 * largest);
    report_begin(&report, &lab, &options, &device);
    for (int i = 0; i < options.size_count; i++)
        run_size(&report, checks, options.sizes[i]);
    report_methods(&report, options.only ? options.only : "gpu_v1", options.size);
    if (!options.sweep && !device.is_cpu) { /* the break-even needs the smaller sizes too */
        report_briefly(&report);
        for (long long n = 1024; n < options.size; n *= 4)
            run_size(&report, checks, n);
    }
    report_break_even(&report, "gpu_v1");
    return report_end(&report);
}
