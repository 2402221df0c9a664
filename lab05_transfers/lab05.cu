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
#include "goals.h"
#include "transfers.h"
#include "lab05.h"
#include "shapes.h"

#define GPU_SIZE (1 << 24)
#ifdef BUILT_FOR_GPU
#define SIZE  GPU_SIZE
#define SWEEP "2^8,2^11,2^14,2^16,2^18,2^20,2^22,2^24,2^26"
#else /* the CPU device */
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
    .max_size = 1 << 28,
    .sweep = SWEEP,
    .gpu_size = GPU_SIZE,
};

/* ---- on the CPU ----------------------------------------------------------------------------- */

/* What a GPU has to beat: uses SIMD, on one core or on all of them. An operation waits for the one
 * before it, so a core works on many elements in turn; a strip of them stays in registers. */
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

/* Past the end stand more, for a launcher that goes there: it is told that, and does not crash. */
const cudaStream_t *streams(void)
{
    static cudaStream_t made[64];

    for (int s = 0; s <= TRANSFERS_STREAMS && !made[s]; s++)
        CUDA_CHECK(cudaStreamCreateWithFlags(&made[s], cudaStreamNonBlocking));
    for (int s = TRANSFERS_STREAMS + 1; s < 64; s++)
        made[s] = made[TRANSFERS_STREAMS];
    return made;
}

/* What v1 would do step by step: all goes there and comes back each time. */
static void gpu_ten(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    for (int s = 0; s < steps; s++) {
        CUDA_CHECK(cudaMemcpy(d_x, s ? y : x, n * sizeof(float), cudaMemcpyHostToDevice));
        transfers_step(d_x, n, ops, 0);
        CUDA_CHECK(cudaMemcpy(y, d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
    }
}

/* RUN(v1, transfers_v1) defines run_v1, which calls transfers_v1 with y and x on the host and d_x
 * on the device; after the name come its last arguments, from transfer t. */
#define RUN(version, f, ...)                                                                       \
    static void run_##version(const struct problem *p)                                             \
    {                                                                                              \
        const struct transfer *t = transfer_of(p);                                                 \
        LAUNCH(f(p->c.f32, p->a.f32, (float *)p->c.device, p->n, t->ops, ##__VA_ARGS__));          \
    }
RUN(v1, transfers_v1)
RUN(ex51, transfers_ex51)
RUN(ex52, transfers_ex52, t->chunks, streams())
RUN(ex53, transfers_ex53, t->steps)
RUN(ten, gpu_ten, t->steps)

static void run_on_cpu(const struct problem *p)
{
    on_cpu(p->c.f32, p->a.f32, p->n, transfer_of(p)->ops * steps_of(p));
}

static const struct way ten_steps = { .many_steps = true },
                        students_memory = { .place = &exercise },
                        in_chunks = { .in_chunks = true, .place = &pinned },
                        ten_trips = { .many_steps = true, .many_trips = true },
                        ten_on_device = { .many_steps = true, .place = &pinned };

// clang-format off
const struct version versions[] = {
    { .name = "cpu_serial", .what = "one thread, SIMD", .where = ON_ONE_THREAD, .run = run_on_cpu },
    { .name = "cpu_openmp", .what = "all cores, SIMD", .where = ON_ALL_CORES, .run = run_on_cpu },
    { .name = "gpu_v1", .what = "copy in, kernel, copy out", .where = FROM_HOST, .run = run_v1 },
    { .name = "gpu_ex51", .what = "pinned memory", .exercise = "5.1", .where = FROM_HOST,
      .run = run_ex51, .own = &students_memory },
    { .name = "gpu_ex52", .what = "chunks over streams", .exercise = "5.2", .where = FROM_HOST,
      .run = run_ex52, .own = &in_chunks },
    { .name = "cpu_ten", .what = "all cores, ten steps", .where = ON_ALL_CORES, .run = run_on_cpu,
      .own = &ten_steps },
    { .name = "gpu_ten", .what = "v1 ten times", .where = FROM_HOST, .run = run_ten,
      .own = &ten_trips },
    { .name = "gpu_ex53", .what = "ten steps on the device", .exercise = "5.3", .where = FROM_HOST,
      .run = run_ex53, .own = &ten_on_device },
    { .name = "copies", .what = "no version: see copies.cu", .where = BY_LIBRARY },
    {},
};
// clang-format on

/* ---- the problem ---------------------------------------------------------------------------- */

static void problem(struct problem *p)
{
    const struct transfer *t = transfer_of(p);
    const struct way *way = way_of(p->version);

    p->n = t->n;
    p->a = p->c = array_of(FLOAT32, p->n);
    p->a.place = p->c.place = way->place;
    p->a.name = "x";
    p->c.name = "y";
    p->c.device_name = "d_x";
    const int steps = steps_of(p);
    p->flops = 2.0 * t->ops * steps * p->n;
    p->bytes = 8.0 * p->n;
    p->must.handed[0] = { 4.0 * p->n, steps - 1.0 }; /* each step needs the one before */
    p->must.kernels = steps;
    p->must.trips = way->many_trips ? steps : 1;
    p->must.overlaps = way->in_chunks;
    snprintf(p->label, sizeof(p->label), _("n = %lld, ops = %d, chunks = %d, steps = %d"), p->n,
             t->ops, t->chunks, t->steps);
    if (way->place)
        findings_of_memory(&p->version->known->check);
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* Equal to the bit, because each operation rounds once, in the same way everywhere. */
static void compare(struct check *check, const struct problem *p)
{
    const float *x = (const float *)p->a.host;
    float *want = (float *)host_memory(p->c.bytes);
    int ops = transfer_of(p)->ops * steps_of(p);

#pragma omp parallel for schedule(static)
    for (long long i = 0; i < p->n; i++)
        want[i] = transfers_element(x[i], ops);
    check_output(check, (const float *)p->c.host, want, p->n, 0, 0, NULL, "y");
    free(want);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* The kernels alone, after x has been copied to the device, by two clocks. */
static void kernels_alone(const struct version *, const struct problem *p, double ms[])
{
    float *d_x = (float *)p->c.device, elapsed;

    CUDA_CHECK(cudaMemcpy(d_x, p->a.host, p->a.bytes, cudaMemcpyHostToDevice));
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    for (int s = 0; s < steps_of(p); s++)
        transfers_step(d_x, p->n, transfer_of(p)->ops, 0);
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

static void options_read(struct run *run)
{
    const struct options *o = &run->options;

    for (int i = 0; i < 2 && o->compare[0]; i++)
        if (!strcmp(o->compare[i], "copies"))
            options_usage(&lab, "--compare '%s,%s': copies are no version; give two of the others",
                          o->compare[0], o->compare[1]);
}

static const struct hooks hooks = {
    .options_read = options_read,
    .print_head = print_head,
    .finish_row = finish_row,
    .contract = &contract,
};

static const struct experiment experiment = {
    .versions = versions,
    .shape_of = shape_of,
    .problem = problem,
    .compare = compare,
    .shapes = shapes,
    .stopwatches = { kernels_alone, whole_way },
    .hooks = &hooks, /* in tables.cu and contract.cu */
    .goals = goals,
};

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */
    const struct options *o = &run->options;

    run->device.best.bus = 1e9 * fmin(in_gbs, out_gbs);
    run->report.cells = print_cells;
    run->report.rows.own_columns =
        "ops_per_element,steps,chunks,direction,memory,ops_per_byte,transfer_share";
    for (long long n; next_size(run, &n);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);)
            if (v->run && check_version(run, v)) /* right at every awkward and every drawn shape? */
                time_version(run, v, n);         /* times it, and also checks the timed output */
    if (!o->only && !o->compare[0] && lab_mode() == MODE_PLAIN) {
        report_worth(run);   /* when are the copies worth it? */
        report_overlap(run); /* do copies and kernels overlap? */
        report_reference(&run->report);
    }
    if (options_wants(o, "copies") && !o->compare[0] && lab_mode() == MODE_PLAIN)
        report_copies(run); /* what does a copy cost, and how is it measured wrongly? */
    for (int s = 0; s <= TRANSFERS_STREAMS; s++)
        cudaStreamDestroy(streams()[s]);
    return run_end(run);
}
