/* Lab 1 - vector add: is a GPU really faster at c = a + b, and by how much?
 *
 *   make lab01 && ./lab01          check every version, then time it
 *   ./lab01 --sweep                from 2^10 to 2^26 elements: from which size is the GPU faster?
 *   ./lab01 --help                 everything else
 *
 * The lesson: a kernel launch returns before the kernel has run, so a stopwatch that does not wait
 * for the GPU measures nothing: see no_synchronize below.
 *
 * Read this file from top to bottom; the kernels are in vector_add.cu. */
#include "common/lab.h"
#include "goals.h" /* when is an exercise done, and not only right? */
#include "vector_add.h"

static const struct lab lab = {
    .name = "lab01",
    .title = "Lab 1 - vector add   c = a + b, float32",
    .exercise = "lab01_vector_add/vector_add.cu",
    .counts = "n",
    .rate = BYTES,
    .unit = "GB/s",
    .ceiling = "copy",
    .size = 1 << 24,
    .quick_size = 1 << 19, /* more than exercise 1.1 has threads */
    .max_size = 1 << 30,
    .sweep = "2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26",
};

/* ---- on the CPU: what a GPU has to beat ----------------------------------------------------- */

/* Uses every SIMD lane of one core or of all cores: the engine sets the number of threads. Each has
 * pointers of its own, which clang++ would otherwise load anew for every element. */
static void vector_add_cpu(float *c, const float *a, const float *b, int n)
{
#pragma omp parallel for simd schedule(static) firstprivate(a, b, c)
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

/* ---- the versions --------------------------------------------------------------------------- */

/* RUN(v1) defines run_v1, which takes a problem and calls vector_add_v1 with its arrays: those on
 * the device for a gpu_ version, otherwise those on the host. LAUNCH makes the call, and lets the
 * engine see what is asked of CUDA meanwhile. */
#define RUN(version)                                                                               \
    static void run_##version(const struct problem *p)                                             \
    {                                                                                              \
        LAUNCH(vector_add_##version(p->c.f32, p->a.f32, p->b.f32, p->n));                          \
    }
RUN(cpu)
RUN(v1)
RUN(ex11)
RUN(ex12)

static const struct version versions[] = {
    { .name = "cpu_serial", .what = "one thread, SIMD", .where = ON_ONE_THREAD, .run = run_cpu },
    { .name = "cpu_openmp", .what = "all cores, SIMD", .where = ON_ALL_CORES, .run = run_cpu },
    { .name = "gpu_v1", .what = "one thread per element", .run = run_v1 },
    { .name = "gpu_ex11", .what = "a fixed grid that strides", .exercise = "1.1", .run = run_ex11 },
    { .name = "gpu_ex12", .what = "four elements per load", .exercise = "1.2", .run = run_ex12 },
    {},
};

/* ---- the problem ---------------------------------------------------------------------------- */

/* An element costs one addition and 12 bytes: two floats read, one written. */
static void problem(struct problem *p)
{
    p->n = p->shape.n;
    p->a = array_of(FLOAT32, p->n);
    p->b = array_of(FLOAT32, p->n);
    p->c = array_of(FLOAT32, p->n);
    p->flops = 1.0 * p->n;
    p->bytes = 12.0 * p->n;
}

static struct shape shape_of(long long size)
{
    return { .n = size };
}

/* Sizes where kernels usually fail: one more and one less than a block, a warp, a float4; primes;
 * multiples of two or four and of nothing else. */
static const struct shape awkward[] = {
    { .n = 257 },   { .n = 255 },  { .n = 256 },  { .n = 31 },  { .n = 33 },   { .n = 5 },
    { .n = 3 },     { .n = 2 },    { .n = 1 },    { .n = 127 }, { .n = 1023 }, { .n = 4099 },
    { .n = 65537 }, { .n = 1006 }, { .n = 4100 }, {},
};

/* Odd sizes drawn anew in each run: a small one, a medium one, and one above the timed size. */
static struct shape draw(int which, long long size, struct random *random)
{
    const long long least[] = { 6, 5000, size + 1 },
                    most[] = { 5000, 3000000, size + size / 4 + 9 };

    return { .n = random_size(random, least[which], most[which]) | 1 };
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* The reference adds in double precision and rounds once. A float addition also rounds once, by at
 * most half a unit in the last place, so right answers differ by at most FLT_EPSILON = 2^-23 of the
 * value. A sum in half precision is wrong by up to 2^-11 of the value and fails. */
static void compare(struct check *check, const struct problem *p)
{
    const float *a = (const float *)p->a.host, *b = (const float *)p->b.host;
    float *want = (float *)host_memory(p->c.bytes);

#pragma omp parallel for
    for (long long i = 0; i < p->n; i++)
        want[i] = (float)((double)a[i] + (double)b[i]);
    check_output(check, (const float *)p->c.host, want, p->n, 0, FLT_EPSILON, NULL, "c");
    free(want);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* THE PITFALL: the launch only queues the kernel and returns; the kernel has not run yet. */
static void no_synchronize(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    ms[NO_SYNC] = now_ms() - start;
}

/* Right: the clock stops when the device has finished. */
static void synchronize(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start;
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

/* What a program pays when its data lie on the host, in ordinary (pageable) memory. The last copy
 * waits for the kernel. */
static void with_transfers(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    CUDA_CHECK(cudaMemcpy(p->a.device, p->a.host, p->a.bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(p->b.device, p->b.host, p->b.bytes, cudaMemcpyHostToDevice));
    v->run(p);
    CUDA_CHECK(cudaMemcpy(p->c.host, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = now_ms() - start;
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct experiment experiment = {
    .versions = versions,
    .shape_of = shape_of,
    .problem = problem,
    .compare = compare,
    .shapes = { .awkward = awkward, .draw = draw, .draws = 3, .quick_draws = 3 },
    .stopwatches = { no_synchronize, synchronize, events, with_transfers },
    .smaller_sizes = { .first = 1024, .factor = 4 },
    .goals = goals,
};

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */

    for (long long n; next_size(run, &n);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);)
            if (check_version(run, v))   /* right at every awkward and every drawn size? */
                time_version(run, v, n); /* times it, and also checks the timed output */
    report_methods(&run->report, run->options.size);
    report_break_even(&run->report);
    return run_end(run);
}
