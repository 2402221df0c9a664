/* Lab 7 - histogram: how fast does a GPU count how often each of 256 values comes up?
 *
 *   make lab07 && ./lab07          check every version, then time it
 *   ./lab07 --help                 everything else
 *
 * The lesson: threads that add to one address take turns; copies of the counts shorten the queue.
 */
#include "common/lab.h"
#include "histogram.h"

static const struct lab lab = {
    .name = "lab07",
    .title = "Lab 7 - histogram   how often each of 256 values comes up, int32",
    .exercise = "lab07_histogram/histogram.cu",
    .counts = "n",
    .rate = BYTES,
    .unit = "GB/s",
    .ceiling = "copy",
    .size = 1 << 20,
    .quick_size = 1 << 16,
    .max_size = 1 << 28,
    .sweep = "2^10,2^14,2^18",
};

/* Each thread counts in bins of its own; OpenMP adds them up at the end. */
static void histogram_cpu(unsigned *bins, const int *a, int n)
{
    unsigned count[BINS] = { 0 };

#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < n; i++)
        count[a[i] & (BINS - 1)]++;
    memcpy(bins, count, sizeof(count));
}

/* RUN(histogram_v1) defines run_histogram_v1, which calls it with the problem's arrays. */
#define RUN(histogram)                                                                             \
    static void run_##histogram(const struct problem *p)                                           \
    {                                                                                              \
        LAUNCH(histogram(p->c.u32, p->a.i32, p->n));                                               \
    }
RUN(histogram_cpu)
RUN(histogram_v1)
RUN(histogram_ex71)

static const struct version versions[] = {
    { .name = "cpu_serial",
      .what = "one thread",
      .where = ON_ONE_THREAD,
      .run = run_histogram_cpu },
    { .name = "cpu_openmp", .what = "all cores", .where = ON_ALL_CORES, .run = run_histogram_cpu },
    { .name = "gpu_v1", .what = "atomics in device memory", .run = run_histogram_v1 },
    { .name = "gpu_ex71",
      .what = "private bins in shared memory",
      .exercise = "7.1",
      .run = run_histogram_ex71 },
    {},
};

/* An element is read once: 4 bytes. The 1,024 bytes of the bins are not counted. */
static void problem(struct problem *p)
{
    p->n = p->shape.n;
    p->a = array_of(INT32, p->n);
    p->c = array_of(UINT32, BINS);
    p->bytes = 4.0 * p->n;
}

static struct shape shape_of(long long size)
{
    return { .n = size };
}

/* Sizes where kernels usually fail: one more and one less than a block; primes; fewer elements than
 * bins. */
static const struct shape awkward[] = {
    { .n = 257 }, { .n = 256 }, { .n = 255 },  { .n = 31 },
    { .n = 3 },   { .n = 1 },   { .n = 4099 }, {},
};

/* Odd sizes drawn anew in each run: a small one, and one above the timed size. */
static struct shape draw(int which, long long size, struct random *random)
{
    const long long least[] = { 2, size + 1 }, most[] = { 5000, size + size / 4 + 9 };

    return { .n = random_between(random, least[which], most[which]) | 1 };
}

/* Counts are whole numbers: they must be equal. */
static void compare(struct check *check, const struct problem *p)
{
    const int *a = (const int *)p->a.host;
    unsigned want[BINS] = { 0 };

    for (long long i = 0; i < p->n; i++)
        want[a[i] & (BINS - 1)]++;
    check_integers(check, UINT32, p->c.host, want, BINS, NULL, "bins");
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
    .shape_of = shape_of,
    .problem = problem,
    .compare = compare,
    .shapes = { .awkward = awkward, .draw = draw, .draws = 2, .quick_draws = 2 },
    .stopwatches = { no_synchronize, synchronize, events, with_transfers },
    .smaller_sizes = { .first = 1024, .factor = 4 },
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
