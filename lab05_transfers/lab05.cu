/* Lab 5 - transfers: what does the way to the GPU cost, and when is it worth it?
 *
 *   make lab05 && ./lab05          check every version, then time it
 *   ./lab05 --only copies          nothing but copies: how fast, and three ways to be wrong
 *   ./lab05 --sweep                the same from 1 KB to 1 GB
 *   ./lab05 --help                 everything else
 *
 * The lesson: a GPU that is a hundred times faster is of no use for data that it takes longer to
 * send than to compute. What decides is how many operations there are for each byte that moves, and
 * what can be done about the bytes: pin them, overlap them, leave them where they are.
 *
 * To be read from top to bottom; the transfers are in transfers.cu. */
#include <time.h>
#include "common/experiment.h"
#include "transfers.h"
#include "copies.h"

#define OPS    10 /* per element, in the main table */
#define CHUNKS 16 /* of gpu_ex52, in the main table */
#define STEPS  10 /* of the versions that take several */

#ifdef HAVE_CUBLAS /* built for a GPU */
#define SIZE        (1 << 24)
#define SERIES_SIZE (1 << 24) /* up to which the operations and the chunks are varied */
#define OVERLAP_OPS 1000      /* so that kernel and copies take times of one order */
#define SWEEP_END   (1 << 26) /* larger sizes of a sweep are only copied */
#else                         /* for the CPU device */
#define SIZE        (1 << 20)
#define SERIES_SIZE (1 << 16)
#define OVERLAP_OPS 10
#define SWEEP_END   (1 << 22)
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
    .max_size = 1 << 30,
    .sweep = "2^8,2^11,2^14,2^16,2^18,2^20,2^22,2^24,2^26,2^28",
    .versions = "cpu_serial cpu_openmp gpu_v1 gpu_ex51 gpu_ex52 cpu_ten gpu_ten gpu_ex53 copies",
};

/* ---- on the CPU: the reference and the opponent --------------------------------------------- */

/* What is right; on all cores, to save your time. */
void transfers_reference(float *y, const float *x, int n, int ops, int steps)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        y[i] = transfers_element(x[i], ops * steps);
}

static void serial(float *y, const float *x, int n, int ops)
{
    for (int i = 0; i < n; i++)
        y[i] = transfers_element(x[i], ops);
}

/* What a GPU has to beat: every core, every SIMD lane. An operation waits for the one before it, so
 * a lane works on several elements in turn: a strip stays in registers for all its operations. */
#define STRIP 128 /* 8 registers of 16 floats, 16 of 8 */

static void openmp(float *y, const float *x, int n, int ops)
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

/* What there is to do, and with what. */
struct task {
    const struct version_of *version;
    int n, ops, steps, chunks;
    float *input, *want;     /* x as it was made, and what y should be */
    struct buffer x, y, d_x; /* what the launcher gets */
    struct buffer seen;      /* y as it was when the launcher returned */
    struct buffer back;      /* d_x, fetched */
    cudaEvent_t before, after;
};

struct version_of {
    const char *name, *what, *todo; /* as in experiment.h */
    enum place place;               /* where its x and y lie */
    int ten;                        /* 1: does STEPS steps */
    void (*run)(const struct task *t);
};

static cudaStream_t *streams(void)
{
    static cudaStream_t made[TRANSFERS_STREAMS];

    for (int s = 0; s < TRANSFERS_STREAMS && !made[s]; s++)
        CUDA_CHECK(cudaStreamCreateWithFlags(&made[s], cudaStreamNonBlocking));
    return made;
}

static void close_streams(void)
{
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        cudaStreamDestroy(streams()[s]);
}

static void run_serial(const struct task *t)
{
    serial(t->y.data, t->x.data, t->n, t->ops);
}

static void run_openmp(const struct task *t) /* ten steps are ten times the operations */
{
    openmp(t->y.data, t->x.data, t->n, t->ops * t->steps);
}

static void run_v1(const struct task *t)
{
    transfers_v1(t->y.data, t->x.data, t->d_x.data, t->n, t->ops);
}

static void run_ex51(const struct task *t)
{
    transfers_ex51(t->y.data, t->x.data, t->d_x.data, t->n, t->ops);
}

static void run_ex52(const struct task *t)
{
    transfers_ex52(t->y.data, t->x.data, t->d_x.data, t->n, t->ops, t->chunks, streams());
}

/* Out and in again for every step: from x to y or back, from there to the other, at last to y. */
static void run_gpu_ten(const struct task *t)
{
    const float *from = t->x.data;

    for (int left = t->steps; left > 0; left--) {
        float *to = left % 2 ? t->y.data : t->back.data;
        transfers_v1(to, from, t->d_x.data, t->n, t->ops);
        from = to;
    }
}

static void run_ex53(const struct task *t)
{
    transfers_ex53(t->y.data, t->x.data, t->d_x.data, t->n, t->ops, t->steps);
}

static const struct version_of versions[] = {
    { "cpu_serial", "one thread", NULL, PAGEABLE, 0, run_serial },
    { "cpu_openmp", "all cores, SIMD", NULL, PAGEABLE, 0, run_openmp },
    { "gpu_v1", "copy in, kernel, copy out", NULL, PAGEABLE, 0, run_v1 },
    { "gpu_ex51", "pinned memory", "5.1", EXERCISE, 0, run_ex51 },
    { "gpu_ex52", "chunks over streams", "5.2", PINNED, 0, run_ex52 },
    { "cpu_ten", "all cores, ten steps", NULL, PAGEABLE, 1, run_openmp },
    { "gpu_ten", "v1 ten times", NULL, PAGEABLE, 1, run_gpu_ten },
    { "gpu_ex53", "ten steps on the device", "5.3", PINNED, 1, run_ex53 },
};

static const struct version_of *find_version(const char *name) /* NULL: there is none */
{
    for (int v = 0; v < COUNT(versions); v++)
        if (!strcmp(versions[v].name, name))
            return &versions[v];
    return NULL;
}

static struct check *check_of(struct report *report, const struct version_of *version)
{
    return &report->checks[version - versions];
}

static int is_ok(struct report *report, const struct version_of *version) /* tried, and right */
{
    const struct check *check = check_of(report, version);

    return check->version && check_state(check) == STATE_OK;
}

static int is_gpu(const struct version_of *version)
{
    return !strncmp(version->name, "gpu_", 4);
}

void transfers_inputs(float *x, int n, unsigned long long seed)
{
    random_uniform(x, n, seed, 0);
}

static struct task task_make(int n, int ops, int steps, int chunks)
{
    struct task t = {};

    t.n = n;
    t.ops = ops;
    t.steps = steps;
    t.chunks = chunks;
    t.input = host_floats(n);
    t.want = host_floats(n);
    t.d_x = buffer_make(DEVICE, n);
    t.seen = buffer_make(PAGEABLE, n);
    t.back = buffer_make(PAGEABLE, n);
    CUDA_CHECK(cudaEventCreate(&t.before));
    CUDA_CHECK(cudaEventCreate(&t.after));
    return t;
}

static void task_inputs(struct task *t, unsigned long long seed)
{
    transfers_inputs(t->input, t->n, seed);
    transfers_reference(t->want, t->input, t->n, t->ops, t->steps);
}

/* Memory for x and y as this version wants it. */
static void task_give(struct task *t, const struct version_of *version)
{
    buffer_free(&t->x);
    buffer_free(&t->y);
    t->version = version;
    t->x = buffer_make(version->place, t->n);
    t->y = buffer_make(version->place, t->n);
    if (!t->x.base || !t->y.base)
        return;
    memset(t->x.base, INPUT_POISON, whole(&t->x)); /* what lies around x must not look like y's */
    memcpy(t->x.data, t->input, t->n * sizeof(float));
}

static void task_free(struct task *t)
{
    struct buffer *buffers[] = { &t->x, &t->y, &t->d_x, &t->seen, &t->back };

    for (int b = 0; b < COUNT(buffers); b++)
        buffer_free(buffers[b]);
    free(t->input);
    free(t->want);
    cudaEventDestroy(t->before);
    cudaEventDestroy(t->after);
}

/* ---- is it right? --------------------------------------------------------------------------- */

static void CUDART_CB be_busy(void *)
{
    const struct timespec pause = { 0, 2 * 1000 * 1000 };

    nanosleep(&pause, NULL);
}

/* Runs the launcher while one stream (0 is the default stream) is busy for another 2 ms: who does
 * not wait comes much too early. On a GPU this also exposes a kernel that does not wait for its
 * copy in another stream: it computes with poison. On the CPU device it cannot, because all streams
 * share one queue there and keep the order of the calls; make check05 finds that. */
static void launch(const struct task *t, int busy)
{
    poison(&t->y);
    poison(&t->d_x);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaLaunchHostFunc(busy ? streams()[busy - 1] : 0, be_busy, NULL));
    t->version->run(t);
    memcpy(t->seen.base, t->y.base, whole(&t->y));
}

int transfers_run(const char *name, float *y, const float *x, int n, int ops, int steps, int chunks)
{
    const struct version_of *version = find_version(name);

    if (!version)
        return -1;
    struct task t = task_make(n, ops, steps, chunks);
    memcpy(t.input, x, n * sizeof(float));
    task_give(&t, version);
    memset(y, POISON_BYTE, n * sizeof(float));
    if (t.x.base && t.y.base) {
        launch(&t, 0);
        memcpy(y, t.seen.data, n * sizeof(float));
    }
    cudaDeviceSynchronize();
    task_free(&t);
    return 0;
}

/* Equal to the bit: every operation rounds once, everywhere in the same way. */
void transfers_check(struct check *check, const float *y, const float *want, int n)
{
    check_output(check, y, want, n, 0, 0, name_element, "y");
}

/* Both ends of what transfers_ex51_alloc returned. */
static int is_pinned(const struct buffer *b)
{
    struct cudaPointerAttributes first, last;
    const char *end = (const char *)b->base + whole(b) - 1;

    return !cudaPointerGetAttributes(&first, b->base) && !cudaPointerGetAttributes(&last, end) &&
           first.type == cudaMemoryTypeHost && last.type == cudaMemoryTypeHost;
}

static void check_device_array(struct check *check, const struct task *t)
{
    CUDA_CHECK(cudaMemcpy(t->back.base, t->d_x.base, whole(&t->d_x), cudaMemcpyDeviceToHost));
    check_around(check, "d_x", t->back.data, t->n, INPUT_POISON);
    if (!memcmp(t->y.data, t->want, t->n * sizeof(float))) /* else all is said */
        check_output(check, t->back.data, t->want, t->n, 0, 0, name_element, "d_x");
}

static void verify(struct check *check, const struct task *t, int busy)
{
    size_t early = 0, n = t->n;

    check_at(check, t->steps > 1 ? "n = %d, %d ops, %d steps" : "n = %d, %d ops, %d chunks", t->n,
             t->ops, t->steps > 1 ? t->steps : t->chunks);
    if (!t->x.base || !t->y.base) { /* transfers_ex51_alloc is still to be written */
        check_written(check, 0);
        return;
    }
    if (t->version->place == EXERCISE && !(is_pinned(&t->x) && is_pinned(&t->y))) {
        cudaGetLastError();
        check_fail(check, "transfers_ex51_alloc: not all of it is pinned memory");
        return;
    }
    launch(t, busy);
    if (!device_finished(check)) /* a copy, the launch or the kernel failed */
        return;
    while (early < n && !memcmp(&t->seen.data[early], &t->y.data[early], sizeof(float)))
        early++;
    if (early < n)
        check_fail(check, "y[%zu] came after the launcher had returned: it must wait", early);
    check_around(check, "y", t->y.data, n, POISON_BYTE);
    transfers_check(check, t->y.data, t->want, n);
    check_around(check, "x", t->x.data, n, INPUT_POISON);
    check_input(check, "x", t->x.data, t->input, n);
    if (is_gpu(t->version))
        check_device_array(check, t);
}

/* Sizes, operations, chunks, steps to be wrong at: one more and one less than a block; n that the
 * chunks divide, and do not, and that leave some of them empty; fewer steps; and a kernel that is
 * still at work when the first stream is done. */
static const int ragged[][4] = {
    { 1023, 1, 4, 10 },  { 1, 3, 1, 1 },   { 1, 1, 4, 2 },        { 5, 2, 4, 3 },
    { 33, 1, 2, 10 },    { 255, 5, 7, 1 }, { 257, 7, 3, 10 },     { 1024, 4, 4, 5 },
    { 4099, 10, 64, 3 }, { 10, 2, 4, 10 }, { 20011, 1000, 3, 4 },
};

static void verify_ragged(struct check *check, const struct version_of *version,
                          unsigned long long seed)
{
    for (int i = 0; i < COUNT(ragged) && !check->lost; i++) {
        const int *r = ragged[i];
        struct task t = task_make(r[0], r[1], version->ten ? r[3] : 1, r[2]);
        task_inputs(&t, seed);
        task_give(&t, version);
        verify(check, &t, i % (TRANSFERS_STREAMS + 1));
        task_free(&t);
    }
}

/* ---- how long does it take? ----------------------------------------------------------------- */

enum { KERNELS, EVENTS_OF_KERNELS, WAY, WATCHES }; /* of a version on the device */
static const char *const methods[] = { "sync", "events", "with_transfers" };

/* The kernels alone, the data on the device already, by two clocks. That one has to wait for them
 * lab 1 has shown. */
static void time_kernels(const struct task *t, double ms[])
{
    float event_ms;

    CUDA_CHECK(cudaMemcpy(t->d_x.data, t->input, t->n * sizeof(float), cudaMemcpyHostToDevice));
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(t->before, 0));
    double start = now_ms();
    for (int s = 0; s < t->steps; s++)
        transfers_step(t->d_x.data, t->n, t->ops, 0);
    CUDA_CHECK(cudaEventRecord(t->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[KERNELS] = now_ms() - start;
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, t->before, t->after));
    ms[EVENTS_OF_KERNELS] = event_ms;
}

/* There and back. Memory and streams were made before, and the launcher waits for its result. */
static void time_way(const struct task *t, double ms[])
{
    poison(&t->y);
    poison(&t->d_x);
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    double start = now_ms();
    t->version->run(t);
    ms[WAY] = now_ms() - start;
}

static void time_on_device(void *task, double ms[])
{
    time_kernels((const struct task *)task, ms);
    time_way((const struct task *)task, ms);
}

static void time_on_cpu(void *task, double ms[])
{
    const struct task *t = (const struct task *)task;
    double start = now_ms();

    t->version->run(t);
    ms[0] = now_ms() - start;
}

/* The least time. Of the kernels: all operations at the peak, two FLOP each, or one read of n
 * floats from the device's memory. Of the way: that, or n floats in either direction over the bus,
 * which may overlap, for every trip. */
static double floor_ms(const struct task *t, const struct device *device, int trips)
{
    double flops = 2.0 * t->ops * t->n * t->steps, bytes = 4.0 * t->n;

    if (device->is_cpu)
        return 0;
    return fmax(fmax(flops / device->peak_gflops, bytes / device->copy_gbs),
                trips * bytes / fmin(in_gbs, out_gbs)) /
           1e6;
}

/* A row; `kernels` is the time of the kernels alone. What bytes are: those over the bus, or those
 * of the memory that is read and written. */
static void keep(struct report *report, const struct task *t, int part, const char *method,
                 const struct stats *time, const struct stats *kernels)
{
    int gpu = is_gpu(t->version), way = !strcmp(method, "with_transfers");
    int trips = !way ? 0 : t->version == find_version("gpu_ten") ? t->steps : 1;
    int chunks = t->version == find_version("gpu_ex52") ? t->chunks : 1;
    double flops = 2.0 * t->ops * t->n * t->steps;
    double bytes = 8.0 * t->n * (way ? trips : gpu ? t->steps : 1);
    struct work work = { "float32", t->n,  0,     t->n,
                         0,         flops, bytes, gpu ? floor_ms(t, report->device, trips) : 0 };
    char tail[64] = ",,pageable,,";

    if (way)
        snprintf(tail, sizeof(tail), "%d,both,%s,%.4g,%.4f", chunks, place_names[t->version->place],
                 t->ops * t->steps / 8.0 / trips,
                 fmax(0, 1 - kernels->median_ms / time->median_ms));
    else if (gpu)
        snprintf(tail, sizeof(tail), "%d,,device,,", chunks);
    report_times(report, t->version->name, &work, &method, 1, time);
    struct row *row = &report->rows.row[report->rows.count - 1];
    row->part = part;
    snprintf(row->own, sizeof(row->own), "%d,%d,%s", t->ops, t->steps, tail);
}

/* Times a version and checks what the last run has left; 0: that was wrong, there is no time.
 * `part` is 0 for the main table, which keeps every stopwatch, else the number of a point of a
 * series, which keeps those of the kernels and of the whole way. */
static int measure(struct report *report, const struct task *t, int part,
                   const struct limits *limits, struct stats times[WATCHES])
{
    struct check *check = check_of(report, t->version);
    int gpu = is_gpu(t->version);

    check_at(check, "n = %d, %d ops, %d chunks, timed", t->n, t->ops, t->chunks);
    sample(gpu ? time_on_device : time_on_cpu, gpu ? WATCHES : 1, (void *)t, limits, times);
    transfers_check(check, t->y.data, t->want, t->n);
    if (check_state(check) != STATE_OK)
        return 0;
    if (!gpu)
        keep(report, t, part, "wall", &times[0], NULL);
    for (int m = 0; gpu && m < WATCHES; m++)
        if (!part || m != EVENTS_OF_KERNELS)
            keep(report, t, part, methods[m], &times[m], &times[KERNELS]);
    return 1;
}

/* ---- the main table ------------------------------------------------------------------------- */

static void print_head(const struct report *report)
{
    int sweep = report->options->sweep;

    if (report->device->is_cpu)
        printf("bus      none: on the CPU device a transfer is a memcpy, there and back\n");
    else
        printf("bus      %.1f GB/s to the device, %.1f GB/s back (measured, pinned)\n", in_gbs,
               out_gbs);
    printf("work     %d operations per element and step; cpu_ten, gpu_ten, gpu_ex53: %d steps\n\n",
           OPS, STEPS);
    if (sweep)
        printf("%13s ", lab.counts);
    printf("%-12s %-6s %24s %9s %7s |%s\n", "version", "check", "ms, there and back", "kernels",
           "copies", sweep ? "   the way" : " vs 1 thread       vs all cores");
    if (sweep)
        printf("%67s %7s |%10s\n", "ms", "%", "GB/s");
    else
        printf("%53s %7s |%8s %8s %8s %8s\n", "ms", "%", "kernel", "+copies", "kernel", "+copies");
}

static void print_cells(const struct report *report, const char *name, long long size)
{
    const struct version_of *version = find_version(name);
    int gpu = is_gpu(version), borrowed = gpu && report->device->is_cpu;
    const struct rows *rows = borrowed ? &report->reference : &report->rows;
    const struct row *way = find_row(&report->rows, name, gpu ? "with_transfers" : "wall", size);
    const struct row *kernels = find_row(&report->rows, name, "sync", size);
    const char *bases[] = { version->ten ? "" : "cpu_serial",
                            version->ten ? "cpu_ten" : "cpu_openmp" };
    char reason[96];

    spread(24, way->time.median_ms, way->time.p05_ms, way->time.p95_ms, 4);
    cell(10, gpu ? kernels->time.median_ms : NAN, 4);
    cell(8, gpu ? 100 * fmax(0, 1 - kernels->time.median_ms / way->time.median_ms) : NAN, 1);
    printf(" |");
    if (report->options->sweep)
        cell(10, gpu ? rate(way->work.bytes, way) : NAN, 4);
    for (int b = 0; b < 2 && !report->options->sweep; b++) {
        cell(b ? 9 : 8, speed_up(rows, bases[b], name, gpu ? "sync" : "wall", size), 4);
        cell(9, speed_up(rows, bases[b], name, "with_transfers", size), 4);
    }
    if (is_impossible(&report->rows, way, reason, sizeof(reason)))
        printf("\n%20sIMPOSSIBLE: %s", "", reason);
    putchar('\n');
}

static void try_versions_at(struct report *report, int n)
{
    for (int ten = 0; ten < 2; ten++) {
        struct task t = task_make(n, OPS, ten ? STEPS : 1, CHUNKS);
        task_inputs(&t, report->options->seed);
        for (int v = 0; v < COUNT(versions); v++) {
            const struct version_of *version = &versions[v];
            struct check *check = check_of(report, version);
            struct stats times[WATCHES];
            if (version->ten != ten || !options_wants(report->options, version->name))
                continue;
            report_progress(report, version->name, n);
            if (!check->version) { /* its first size */
                check_begin(check, version->name, version->what, version->todo);
                verify_ragged(check, version, report->options->seed);
            }
            if (!check->lost) {
                task_give(&t, version);
                verify(check, &t, 0);
            }
            if (check_state(check) == STATE_OK)
                measure(report, &t, 0, &report->limits, times);
            report_version(report, check, n);
        }
        task_free(&t);
    }
}

/* ---- when is it worth the way? -------------------------------------------------------------- */

static const int ops_series[] = { 1, 10, 100, 1000 };
#define POINTS COUNT(ops_series)

/* From how many operations per element on is a version faster than all cores? Between two measured
 * points as on a straight line, both axes logarithmic. 0: at all points; -1: not at the last. */
static double crossing(const double *cpu, const double *gpu)
{
    int i = POINTS;

    while (i > 0 && gpu[i - 1] < cpu[i - 1])
        i--;
    if (i == 0 || i == POINTS)
        return i ? -1 : 0;
    double behind = log(gpu[i - 1] / cpu[i - 1]), ahead = log(cpu[i] / gpu[i]);
    return ops_series[i - 1] *
           pow((double)ops_series[i] / ops_series[i - 1], behind / (behind + ahead));
}

static void report_crossing(const char *name, const double *cpu, const double *gpu)
{
    double ops = crossing(cpu, gpu);

    if (isnan(cpu[0]) || isnan(gpu[0]))
        return;
    printf("  %-12s ", name);
    if (ops > 0)
        printf("about %.3g, that is %.3g per byte of the way\n", ops, ops / 8);
    else
        printf(ops < 0 ? "not at %d\n" : "already at %d\n", ops_series[ops < 0 ? POINTS - 1 : 0]);
}

/* The same way for 1, 10, 100 and 1000 operations per element. */
static void report_worth(struct report *report, int n)
{
    static const char *const names[] = { "cpu_openmp", "gpu_v1", "gpu_ex51", "gpu_ex52" };
    const struct limits limits = { report->limits.samples < 5 ? report->limits.samples : 5,
                                   report->limits.min_time / 3, 1 };
    double ms[COUNT(names)][POINTS], share[COUNT(names)][POINTS], kernel[POINTS];

    printf("\nwhen is it worth the way? n = %d; for each element 4 bytes go and 4 come back\n", n);
    printf("%23s %10s %10s |%10s   %% %13s   %% %13s   %%\n", "operations", "all cores", "kernel",
           names[1], names[2], names[3]);
    printf("%12s %10s %10s %10s |%10s copies %10s copies %10s copies\n", "per element", "per byte",
           "ms", "ms", "ms", "ms", "ms");
    for (int i = 0; i < POINTS; i++) {
        struct task t = task_make(n, ops_series[i], 1, CHUNKS);
        task_inputs(&t, report->options->seed);
        kernel[i] = NAN; /* of the last of them */
        for (int k = 0; k < COUNT(names); k++) {
            const struct version_of *version = find_version(names[k]);
            struct stats times[WATCHES];
            ms[k][i] = share[k][i] = NAN;
            if (!is_ok(report, version))
                continue;
            report_progress(report, names[k], n);
            task_give(&t, version);
            if (!measure(report, &t, 1 + i, &limits, times)) {
                report_version(report, check_of(report, version), n); /* WRONG after all */
                continue;
            }
            ms[k][i] = times[k ? WAY : 0].median_ms;
            kernel[i] = k ? times[KERNELS].median_ms : NAN;
            share[k][i] = k ? 100 * fmax(0, 1 - kernel[i] / ms[k][i]) : NAN;
        }
        task_free(&t);
        printf("%12d", ops_series[i]);
        cell(11, ops_series[i] / 8.0, 3);
        cell(11, ms[0][i], 4);
        cell(11, kernel[i], 4);
        printf(" |");
        for (int k = 1; k < COUNT(names); k++) {
            cell(k == 1 ? 10 : 11, ms[k][i], 4);
            cell(7, share[k][i], 0);
        }
        putchar('\n');
    }
    printf("from how many operations per element on does it beat all cores?");
    if (report->device->is_cpu) {
        printf(" -: that needs a GPU and its bus\n");
        return;
    }
    printf("\n");
    report_crossing("kernel only", ms[0], kernel);
    for (int k = 1; k < COUNT(names); k++)
        report_crossing(names[k], ms[0], ms[k]);
}

/* ---- do copies and kernels overlap? --------------------------------------------------------- */

static int report_way(struct report *report, struct task *t, const char *label, int part)
{
    const struct limits limits = { report->limits.samples, report->limits.min_time / 3, 1 };
    struct stats times[WATCHES], *way = &times[WAY];

    if (!measure(report, t, part, &limits, times)) {
        report_version(report, check_of(report, t->version), t->n); /* WRONG after all */
        return 0;
    }
    printf("%12s ", label);
    spread(24, way->median_ms, way->p05_ms, way->p95_ms, 4);
    cell(11, times[KERNELS].median_ms, 4);
    putchar('\n');
    return 1;
}

/* gpu_ex52 in more and more chunks, against gpu_ex51, which does the same one after the other. */
static void report_overlap(struct report *report, int n)
{
    const struct version_of *plain = find_version("gpu_ex51"), *chunked = find_version("gpu_ex52");
    char label[16];
    int more = 1;

    if (!is_ok(report, chunked))
        return;
    struct task t = task_make(n, OVERLAP_OPS, 1, 1);
    task_inputs(&t, report->options->seed);
    printf("\ndo copies and kernels overlap? %d operations per element%s\n", OVERLAP_OPS,
           report->device->is_cpu ? "; on the CPU device nothing does" : "");
    printf("%12s %24s %10s\n", "chunks", "ms, there and back", "kernel ms");
    if (is_ok(report, plain)) {
        task_give(&t, plain);
        report_way(report, &t, "gpu_ex51", POINTS + 1);
    }
    task_give(&t, chunked);
    for (t.chunks = 1; more && t.chunks <= 64; t.chunks *= 2) {
        snprintf(label, sizeof(label), "%d", t.chunks);
        more = report_way(report, &t, label, POINTS + 1 + t.chunks);
    }
    task_free(&t);
}

/* ---- the run -------------------------------------------------------------------------------- */

/* n floats: on the host input, want, x, y and two to look at; on the device those of a copy. */
static double host_bytes(double n)
{
    return 6 * 4 * n;
}

static double device_bytes(double n)
{
    return 2 * 4 * n;
}

/* A few sizes, or those of the sweep, and 4 bytes for the latency. Then the pitfalls, with so many
 * bytes that the wait can be seen. */
static void run_copies(struct report *report, const struct options *options)
{
    static const int few[] = { 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 22 };
    int sizes[MAX_SIZES + 1] = { 1 }, count = 1, many = options->quick ? 1 << 18 : 1 << 24;
    struct check *check = &report->checks[COUNT(versions)];

    for (int i = 0; i < options->size_count && options->sweep; i++)
        if (options->sizes[i] > 1)
            sizes[count++] = options->sizes[i];
    for (int i = 0; i < (options->quick ? 3 : COUNT(few)) && !options->sweep; i++)
        sizes[count++] = few[i];
    if (!options->sweep && options->size > sizes[count - 1])
        sizes[count++] = options->size;
    report_copies(report, check, sizes, count);
    while (!fits_memory(report->device, 3 * 4.0 * many, 2 * 4.0 * many))
        many /= 2;
    if (!options->sweep && check_state(check) == STATE_OK)
        report_pitfalls(report, many);
}

/* The lab's own sweep ends where the memory does. */
static void fit_sweep(struct options *options, const struct device *device)
{
    while (!options->sizes_given && options->sweep && options->size_count > 1) {
        double largest = options->sizes[options->size_count - 1];
        if (fits_memory(device, host_bytes(largest), device_bytes(largest)))
            return;
        fprintf(stderr, "%s: no memory for n = %.0f, left out\n", lab.name, largest);
        options->size_count--;
    }
}

int main(int argc, char **argv)
{
    struct options options = options_parse(&lab, argc, argv);
    catch_crashes();
    struct device device = device_open();
    struct report report;
    int size = options.sizes[0];

    fit_sweep(&options, &device);
    double largest = options.sizes[options.size_count - 1];
    need_memory(&lab, &device, largest, host_bytes(largest), device_bytes(largest));
    if (!device.is_cpu)
        measure_bus();
    report_banner(&report, &lab, &options, &device);
    report.cells = print_cells;
    print_head(&report);
    report.rows.own_columns =
        "ops_per_element,steps,chunks,direction,memory,ops_per_byte,transfer_share";
    for (int i = 0; i < options.size_count; i++) {
        int n = options.sizes[i];
        if (options.sweep && !options.sizes_given && n > SWEEP_END)
            break;
        try_versions_at(&report, n);
        size = n <= options.size ? n : size; /* for what is done at one size */
    }
    size = size < SERIES_SIZE ? size : SERIES_SIZE;
    if (!options.only) {
        report_worth(&report, size);
        report_overlap(&report, size);
    }
    if (options_wants(&options, "copies"))
        run_copies(&report, &options);
    close_streams();
    return report_end(&report);
}
