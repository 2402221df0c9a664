/* Lab 7 - reduction: how fast does a GPU add up n numbers into one?
 *
 *   make lab07 && ./lab07          check every version, then time it
 *   ./lab07 --help                 everything else
 *
 * The lesson: threads that add to one address take turns; a tree needs few of these additions. */
#include "common/lab.h"
#include "reduction.h"

static const struct lab lab = {
    .name = "lab07",
    .title = "Lab 7 - reduction   sum of a, float32",
    .exercise = "lab07_reduction/reduction.cu",
    .counts = "n",
    .rate = BYTES,
    .unit = "GB/s",
    .ceiling = "copy",
    .size = 1 << 18,
    .quick_size = 1 << 14,
    .min_size = 1,
    .max_size = 1 << 26,
    .sweep = "2^10,2^14,2^18",
};

static void reduction_cpu(float *sum, const float *a, int n)
{
    float s = 0;

#pragma omp parallel for simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    *sum = s;
}

#define RUN(add) [](const struct problem *p) { add(p->c.f32, p->a.f32, p->n); }

static const struct version versions[] = {
    { "cpu_serial", "one thread, SIMD", NULL, ON_ONE_THREAD, RUN(reduction_cpu) },
    { "cpu_openmp", "all cores, SIMD", NULL, ON_ALL_CORES, RUN(reduction_cpu) },
    { "gpu_v1", "one atomic addition per element", NULL, ON_DEVICE, RUN(reduction_v1) },
    { "gpu_ex71", "a tree in shared memory", "7.1", ON_DEVICE, RUN(reduction_ex71) },
    {},
};

/* An element costs one addition and 4 bytes. */
static struct problem problem(const struct shape *shape)
{
    struct problem p = {};

    p.n = shape->n;
    p.a = array_of(FLOAT32, p.n);
    p.c = array_of(FLOAT32, 1);
    p.flops = 1.0 * p.n;
    p.bytes = 4.0 * p.n;
    return p;
}

static struct shape shape_of(long long size, int)
{
    return { .n = size };
}

static const struct shape awkward[] = {
    { .n = 257 }, { .n = 256 }, { .n = 255 },  { .n = 31 },
    { .n = 3 },   { .n = 1 },   { .n = 4099 }, {},
};

static struct shape draw(int which, long long size, struct random *random)
{
    const long long least[] = { 2, size + 1 }, most[] = { 5000, size + size / 4 + 9 };

    return { .n = random_between(random, least[which], most[which]) | 1 };
}

static void name_sum(char *text, size_t size, size_t, const void *)
{
    snprintf(text, size, "the sum");
}

/* The reference adds in double. Each of n float additions errs by up to half an epsilon of a
 * partial sum. Elements of both signs keep these small: twice epsilon of the sum of |a| is several
 * standard deviations, and for the small sizes far less than one element. */
static void compare(struct check *check, const struct problem *p, const struct version *)
{
    const float *a = (const float *)p->a.host;
    double sum = 0, sizes = 0;

    for (long long i = 0; i < p->n; i++) {
        sum += a[i];
        sizes += fabs(a[i]);
    }
    float want = (float)sum;
    check_output(check, (const float *)p->c.host, &want, 1, 2 * FLT_EPSILON * sizes, FLT_EPSILON,
                 name_sum, NULL);
}

/* THE PITFALL: the launch has queued the kernel and returns. */
static void no_synchronize(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    ms[NO_SYNC] = now_ms() - start;
}

static void synchronize(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start;
}

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

static void with_transfers(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    CUDA_CHECK(cudaMemcpy(p->a.device, p->a.host, p->a.bytes, cudaMemcpyHostToDevice));
    v->run(p);
    CUDA_CHECK(cudaMemcpy(p->c.host, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = now_ms() - start;
}

static const struct experiment experiment = {
    .versions = versions,
    .problem = problem,
    .shape_of = shape_of,
    .compare = compare,
    .awkward = awkward,
    .draw = draw,
    .draws = 2,
    .stopwatches = { no_synchronize, synchronize, events, with_transfers },
    .first_small = 1024,
    .small_factor = 4,
};

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment);

    for (long long n; next_size(run, &n);)
        for (const struct version *v; next_version(run, &v);)
            if (check_version(run, v))
                time_version(run, v, n);
    report_break_even(&run->report);
    return run_end(run);
}
