/* Lab 5 - transfers: what does it cost to copy to the GPU and back, and when is it worth it?
 *
 *   make lab05 && ./lab05          check every version, then time it
 *   ./lab05 --only copies          nothing but copies: how fast, and three ways to be wrong
 *   ./lab05 --sweep                the same over a range of sizes
 *   ./lab05 --help                 everything else
 *
 * The lesson: a GPU that computes a hundred times faster is of no use for data that it takes longer
 * to send than to compute. What counts is how many operations there are for each byte that crosses
 * the bus. What helps: pinned memory, overlap of copies and kernels, data that stay on the device.
 *
 * Read this file from top to bottom; the transfers are in transfers.cu, the bare copies in
 * copies.cu. */
#include "common/lab.h"
#include "transfers.h"
#include "lab05.h"

#ifdef HAVE_CUBLAS /* built for a GPU */
#define SIZE  (1 << 24)
#define SWEEP "2^8,2^11,2^14,2^16,2^18,2^20,2^22,2^24,2^26"
#else /* for the CPU device */
#define SIZE  (1 << 19)
#define SWEEP "2^8,2^11,2^14,2^16,2^18,2^20,2^22"
#endif

static const struct lab lab = {
    .name = "lab05",
    .title = "Lab 5 - transfers   y = f(x), float32, x and y in the host's memory",
    .exercise = "lab05_transfers/transfers.cu",
    .counts = "n",
    .rate = BYTES,
    .unit = "GB/s",
    .ceiling = "bus",
    .size = SIZE,
    .quick_size = 1 << 12,
    .min_size = 1,
    .max_size = 1 << 28,
    .sweep = SWEEP,
};

/* ---- on the CPU ----------------------------------------------------------------------------- */

/* What a GPU has to beat: uses SIMD, and every core unless it is given one. An operation waits for
 * the one before it, so each core works on many elements in turn; a strip of them stays in
 * registers. */
#define STRIP 128 /* 8 registers of 16 floats, or 16 of 8 */

static void on_cpu(float *y, const float *x, int n, int ops)
{
#pragma omp parallel for schedule(static)
    for (int first = 0; first < n; first += STRIP) {
        int here = n - first < STRIP ? n - first : STRIP;
        float strip[STRIP] = {};
        memcpy(strip, x + first, here * sizeof(float));
        for (int i = 0; i < ops; i++)
            for (int j = 0; j < STRIP; j++)
                strip[j] = transfers_element(strip[j], 1);
        memcpy(y + first, strip, here * sizeof(float));
    }
}

/* ---- the versions --------------------------------------------------------------------------- */

const cudaStream_t *streams(void)
{
    static cudaStream_t made[TRANSFERS_STREAMS];

    for (int s = 0; s < TRANSFERS_STREAMS && !made[s]; s++)
        CUDA_CHECK(cudaStreamCreateWithFlags(&made[s], cudaStreamNonBlocking));
    return made;
}

/* What v1 would do step by step: x goes there and y comes back each time. */
static void gpu_ten(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    for (int s = 0; s < steps; s++) {
        CUDA_CHECK(cudaMemcpy(d_x, s ? y : x, n * sizeof(float), cudaMemcpyHostToDevice));
        transfers_step(d_x, n, ops, 0);
        CUDA_CHECK(cudaMemcpy(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
    }
}

static const struct place exercise = { "pinned", transfers_ex51_alloc, transfers_ex51_free,
                                       "transfers_ex51_alloc" };

/* Calls a function with the problem's arrays: y and x on the host, d_x on the device. */
#define CPU(f, steps)                                                                              \
    [](const struct problem *p) { f(p->c.f32, p->a.f32, p->n, p->shape.own[OPS] * (steps)); }
#define GPU(f, ...)                                                                                \
    [](const struct problem *p) {                                                                  \
        f(p->c.f32, p->a.f32, (float *)p->c.device, p->n, p->shape.own[OPS], ##__VA_ARGS__);       \
    }
#define N_CHUNKS p->shape.own[CHUNKS]
#define N_STEPS  p->shape.own[STEPS]

/* name, description, exercise, where it runs, how to call it, tag, ..., where its x and y lie, and
 * whether it copies in both directions at once */
static const struct version versions[] = {
    { "cpu_serial", "one thread, SIMD", NULL, ON_ONE_THREAD, CPU(on_cpu, 1) },
    { "cpu_openmp", "all cores, SIMD", NULL, ON_ALL_CORES, CPU(on_cpu, 1) },
    { "gpu_v1", "copy in, kernel, copy out", NULL, FROM_HOST, GPU(transfers_v1) },
    { "gpu_ex51", "pinned memory", "5.1", FROM_HOST, GPU(transfers_ex51), ONE_STEP, 0, 0,
      &exercise },
    { "gpu_ex52", "chunks over streams", "5.2", FROM_HOST, GPU(transfers_ex52, N_CHUNKS, streams()),
      IN_CHUNKS, 0, 0, &pinned, 1 },
    { "cpu_ten", "all cores, ten steps", NULL, ON_ALL_CORES, CPU(on_cpu, N_STEPS), MANY_STEPS },
    { "gpu_ten", "v1 ten times", NULL, FROM_HOST, GPU(gpu_ten, N_STEPS), MANY_TRIPS },
    { "gpu_ex53", "ten steps on the device", "5.3", FROM_HOST, GPU(transfers_ex53, N_STEPS),
      MANY_STEPS, 0, 0, &pinned },
    { "copies", "no version: see copies.cu", NULL, BY_LIBRARY, NULL },
    {},
};

/* ---- the problem ---------------------------------------------------------------------------- */

static struct problem problem(const struct shape *s)
{
    struct problem p = {};

    p.n = s->n;
    p.a = p.c = array_of(FLOAT32, p.n);
    p.a.name = "x";
    p.c.name = "y";
    p.c.device_name = "d_x";
    p.bytes = 8.0 * p.n;
    snprintf(p.label, sizeof(p.label), "n = %lld, %d ops, %d chunks, %d steps", p.n, s->own[OPS],
             s->own[CHUNKS], s->own[STEPS]);
    return p;
}

static struct shape shape_of(long long size, int)
{
    return { .n = size, .own = { 10, 16, 10 } };
}

/* Shapes where transfers usually fail: one more and one less than a block; the same n with other
 * chunks, steps and operations; n that the chunks divide, and do not, and that leave some chunks
 * empty; few and many chunks and steps; many operations. */
static const struct shape awkward[] = {
    { .n = 1023, .own = { 1, 4, 10 } },
    { .n = 1023, .own = { 1, 7, 10 } },
    { .n = 1023, .own = { 1, 7, 4 } },
    { .n = 1023, .own = { 3, 7, 4 } },
    { .n = 1, .own = { 1000, 1, 100 } },
    { .n = 1, .own = { 1, 4, 2 } },
    { .n = 5, .own = { 2, 4, 3 } },
    { .n = 33, .own = { 1, 2, 10 } },
    { .n = 255, .own = { 5, 7, 1 } },
    { .n = 257, .own = { 7, 3, 10 } },
    { .n = 1024, .own = { 4, 4, 5 } },
    { .n = 4099, .own = { 10, 64, 3 } },
    { .n = 10, .own = { 2, 4, 10 } },
    { .n = 10, .own = { 2, 8, 10 } },
    { .n = 20011, .own = { 100, 3, 4 } },
    { .n = 4099, .own = { 1, 2050, 2 } },
    { .n = 1, .own = { 2, 49, 3 } },
    { .n = 1000, .own = { 1, 807, 3 } }, /* 807 x (1000 / 807) */
    {},
};

/* Where kernels are left out. */
static const struct shape with_gaps[] = {
    { .n = 4096, .own = { 10, 16, 10 } },
    { .n = 100, .own = { 1, 40, 300 } },
    {},
};

/* n is above 2^24 and no float, and in the middle between two; it is a multiple of the chunks,
 * where the float is larger, or one more, where it is smaller: so a division of floats is off by
 * one. It takes more than 65,535 blocks, and n times the chunks does not fit in an int. */
static struct shape draw_large(struct random *random)
{
    int chunks = (int)random_between(random, 129, 428) | 1, more = random_next(random) & 1;
    long long each = (1 << 24) / chunks + random_between(random, 1, 200);

    while ((each * chunks + more) % 4 != (more ? 1 : 3))
        each++;
    return { .n = each * chunks + more, .own = { 1, chunks, 1 } };
}

/* Shapes drawn anew in each run, of 2 to 300 chunks: a small one; more chunks than elements; about
 * a whole number of blocks; chunks of about a whole number of blocks, mostly many of them; many
 * steps. Without --quick also a size above the timed one, and one above 2^24. */
static struct shape draw(int which, long long size, struct random *random)
{
    int chunks = (int)random_size(random, which == 3 ? 40 : 2, 300);
    int ops = (int)random_between(random, 1, 9);
    int steps = (int)random_size(random, which == 4 ? 257 : 1, which == 4 ? 300 : 12),
        off = (int)random_between(random, -1, 1);
    long long blocks = random_between(random, 1, which == 3 ? 4 : 40);
    long long n[] = { random_between(random, 2, 900),
                      random_between(random, 2, chunks),
                      256 * blocks + off,
                      256 * blocks * chunks + off,
                      random_size(random, 2, 5000),
                      size + random_between(random, 1, size / 4) };

    if (which == 6)
        return draw_large(random);
    return { .n = n[which], .own = { ops, chunks, steps } };
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* Equal to the bit, because each operation rounds once, in the same way everywhere. */
static void compare(struct check *check, const struct problem *p, const struct version *v)
{
    const float *x = (const float *)p->a.host;
    float *want = (float *)host_memory(p->c.bytes);
    int ops = p->shape.own[OPS] * steps_of(v, p);

#pragma omp parallel for schedule(static)
    for (long long i = 0; i < p->n; i++)
        want[i] = transfers_element(x[i], ops);
    check_output(check, (const float *)p->c.host, want, p->n, 0, 0, NULL, "y");
    free(want);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* The kernels alone, after x has been copied to the device, by two clocks. */
static void kernels_alone(const struct version *v, const struct problem *p, double ms[])
{
    float *d_x = (float *)p->c.device, elapsed;

    CUDA_CHECK(cudaMemcpy(d_x, p->a.host, p->a.bytes, cudaMemcpyHostToDevice));
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    for (int s = 0; s < steps_of(v, p); s++)
        transfers_step(d_x, p->n, p->shape.own[OPS], 0);
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start;
    CUDA_CHECK(cudaEventElapsedTime(&elapsed, p->before, p->after));
    ms[EVENTS] = elapsed;
}

/* There and back: from x on the host until y is on the host. The launcher waits for it. */
static void whole_way(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    ms[WITH_TRANSFERS] = now_ms() - start;
}

/* ---- the run -------------------------------------------------------------------------------- */

static void options_read(struct options *o)
{
    for (int i = 0; i < 2 && o->compare[0]; i++)
        if (!strcmp(o->compare[i], "copies"))
            options_usage(&lab, "--compare '%s,%s': copies are no version; give two of the others",
                          o->compare[0], o->compare[1]);
}

static const struct experiment experiment = {
    .versions = versions,
    .problem = problem,
    .shape_of = shape_of,
    .compare = compare,
    .awkward = awkward,
    .draw = draw,
    .draws = 7,
    .quick_draws = 5,
    .stopwatches = { kernels_alone, whole_way },
    .own_columns = "ops_per_element,steps,chunks,direction,memory,ops_per_byte,transfer_share",
    .options_read = options_read,
    .print_head = print_head, /* this and what follows: in tables.cu and contract.cu */
    .finish_row = finish_row,
    .streams = streams,
    .stream_count = TRANSFERS_STREAMS,
    .with_gaps = with_gaps,
    .compare_without = compare_without,
    .check_calls = check_calls,
};

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */
    const struct options *o = &run->options;

    run->report.cells = print_cells;
    for (long long n; next_size(run, &n);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);)
            if (v->run && check_version(run, v)) /* right at every awkward and every drawn shape? */
                time_version(run, v, n);         /* times it, and checks the timed output, too */
    if (!o->only && !o->compare[0] && !under_bug_finder()) {
        report_worth(run);   /* when are the copies worth it? */
        report_overlap(run); /* do copies and kernels overlap? */
    }
    if (options_wants(o, "copies") && !o->compare[0] && !under_bug_finder())
        report_copies(run); /* what does a copy cost, and how is it measured wrongly? */
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamDestroy(streams()[s]);
    return run_end(run);
}
