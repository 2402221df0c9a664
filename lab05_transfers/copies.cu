/* Lab 5: what does a copy cost? */
#include "lab05.h"

/* ---- pinned memory -------------------------------------------------------------------------- */

static void *pinned_alloc(size_t bytes)
{
    void *memory;

    if (!cudaMallocHost(&memory, bytes))
        return memory;
    cudaGetLastError();
    leave_out(bytes);
    return NULL;
}

static void pinned_free(void *memory)
{
    cudaFreeHost(memory); /* unchecked, as in array_free */
}

const struct place pinned = { .name = "pinned", .alloc = pinned_alloc, .free = pinned_free };

struct array array_in(const struct place *place, size_t count)
{
    struct array array = array_of(FLOAT32, count);

    array.place = place;
    findings_of_memory(NULL);
    array_allocate(&array);
    if (array.host)
        array_poison(&array, POISON_BYTE);
    return array;
}

void sample(void (*once)(const void *what, double ms[]), int count, const void *what,
            const struct limits *limits, struct stats stats[])
{
    struct sampling s = sampling_begin(limits, count);
    double ms[8];

    while (sampling_next(&s)) {
        long before = times_preempted();
        once(what, ms);
        for (int i = 0; i < count; i++)
            sampling_keep(&s, i, ms[i], times_preempted() - before);
    }
    sampling_end(&s, stats);
}

static bool fits(const struct run *run, double n) /* two arrays on both sides */
{
    const struct free_bytes left = count_free_bytes();
    const double host = 16 * n, device = 8 * n;

    return host + (run->device.is_cpu ? device : 0) <= left.host && host <= left.addresses &&
           device <= left.device;
}

/* ---- how fast is the bus? ------------------------------------------------------------------- */

double in_gbs, out_gbs;

static double best_gbs(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    double best = HUGE_VAL;

    for (int i = 0; i < 13; i++) { /* three to warm up */
        double start = now_ms();
        CUDA_CHECK(cudaMemcpy(to, from, bytes, kind));
        best = i < 3 ? best : fmin(best, now_ms() - start);
    }
    return bytes / best / 1e6;
}

void report_bus(const struct run *run)
{
    double bytes = 0;

    for (long long n = 1 << 24; n >= 1 << 16 && !in_gbs; n /= 16) { /* less if more is refused */
        if (!fits(run, n))
            continue;
        struct array x = array_in(&pinned, n);
        if (x.host) {
            in_gbs = best_gbs(x.device, x.host, x.bytes, cudaMemcpyHostToDevice);
            out_gbs = best_gbs(x.host, x.device, x.bytes, cudaMemcpyDeviceToHost);
            bytes = x.bytes;
        }
        array_free(&x);
    }
    if (in_gbs > 0)
        printf(_("bus      %.1f GB/s to the device, %.1f GB/s back (measured, pinned, %.3g MB)\n"),
               in_gbs, out_gbs, bytes / 1e6);
}

/* ---- what does a copy cost? ----------------------------------------------------------------- */

const struct copy copies[] = {
    { .name = "copy_h2d_pageable", .kind = cudaMemcpyHostToDevice },
    { .name = "copy_h2d_pinned", .kind = cudaMemcpyHostToDevice, .place = &pinned },
    { .name = "copy_d2h_pageable", .kind = cudaMemcpyDeviceToHost },
    { .name = "copy_d2h_pinned", .kind = cudaMemcpyDeviceToHost, .place = &pinned },
    { .name = "copy_d2d", .kind = cudaMemcpyDeviceToDevice }, /* reads and writes */
};
#define COPIES 5

static const char *short_name(const struct copy *copy) /* d2h_pinned */
{
    return copy->name + strlen("copy_");
}

struct copying {
    const struct copy *copy;
    struct array from, to; /* the host's or the device's side of each */
};

static void time_copy(const void *copying, double ms[])
{
    const struct copying *c = (const struct copying *)copying;
    enum cudaMemcpyKind kind = c->copy->kind;
    const void *from = kind == cudaMemcpyHostToDevice ? c->from.host : c->from.device;
    void *to = kind == cudaMemcpyDeviceToHost ? c->to.host : c->to.device;

    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    double start = now_ms();
    CUDA_CHECK(cudaMemcpy(to, from, c->to.bytes, kind));
    CUDA_CHECK(cudaDeviceSynchronize()); /* within the device cudaMemcpy does not wait */
    ms[0] = now_ms() - start;
}

/* All of it must have arrived, and nothing else. */
static void check_copy(struct check *check, const struct copying *c)
{
    if (c->copy->kind != cudaMemcpyDeviceToHost)
        array_fetch(&c->to);
    check_guards(check, c->copy->name, &c->to);
    check_output(check, (const float *)c->to.host, (const float *)c->from.host, c->to.count, 0, 0,
                 NULL, NULL);
}

/* The best that was measured is the bus's; for d2d the memory's, but only from 256 MB: caches hold
 * less. A physical limit is known of the memory alone. */
void keep_copy(struct run *run, const struct copy *copy, long long n, enum method method,
               const struct stats *time)
{
    int out = copy->kind == cudaMemcpyDeviceToHost, inside = copy->kind == cudaMemcpyDeviceToDevice;
    double bytes = (inside ? 8.0 : 4.0) * n;
    double memory_gbs = n < 1 << 26 ? 0 : run->device.best.memory / 1e9;
    double gbs = inside ? memory_gbs : out ? out_gbs : in_gbs;
    struct card_work both = {};
    struct work work = { FLOAT32, n, 0, n, 0, 0, bytes, gbs > 0 ? bytes / gbs / 1e6 : 0 };

    struct row *row = report_time(&run->report, copy->name, &work, method, time);
    both.read_bytes = both.written_bytes = 4.0 * n;
    if (inside)
        row->bound_ms = least_time(&run->device.physical, &both).kernel_ms;
    const char *memory = copy->place ? "pinned" : inside ? "device" : "pageable";
    snprintf(row->own, sizeof(row->own), ",,,%.3s,%s,,", short_name(copy), memory);
}

/* The median of a copy of n floats in ms; NAN: it was wrong, or pinned memory was refused. */
static double try_copy(struct run *run, struct check *check, const struct copy *copy, long long n)
{
    const struct limits limits = { run->report.limits.samples, run->report.limits.min_time / 12,
                                   2 };
    struct copying c = { copy, array_in(copy->place, n), array_in(copy->place, n) };
    struct random random = { run->options.seed, 0 };
    struct stats time;

    const bool there = c.from.host && c.to.host;

    check_at(check, "%s, %lld bytes", copy->name, 4 * n);
    report_progress(&run->report, copy->name, n);
    if (there) {
        array_poison(&c.from, POISON_NUMBER); /* guards unlike c.to's */
        array_draw(&c.from, &random);
        array_send(&c.from);
        sample(time_copy, 1, &c, &limits, &time);
        check_copy(check, &c);
    }
    array_free(&c.from);
    array_free(&c.to);
    if (!there || check_state(check) != STATE_OK)
        return NAN;
    keep_copy(run, copy, n, SYNC, &time);
    return time.median_ms;
}

/* A line per size. Were all copies right? */
static int print_copies(struct run *run, struct check *check, const long long *sizes, int count)
{
    printf(
        _("\nwhat does a copy cost? GB/s (4 bytes: us); d2d counts what is read and written\n%12s"),
        "bytes");
    for (int k = 0; k < COPIES; k++)
        printf("%13s", short_name(&copies[k]));
    putchar('\n');
    for (int s = 0; s < count; s++) {
        double cells[COPIES];
        char label[32];
        for (int k = 0; k < COPIES; k++) {
            double ms = try_copy(run, check, &copies[k], sizes[s]);
            cells[k] = sizes[s] == 1 ? 1e3 * ms : (k == 4 ? 8 : 4) * sizes[s] / ms / 1e6;
        }
        print_line(report_number(label, 4.0 * sizes[s], 0), cells, COPIES);
        if (check_state(check) == STATE_WRONG) {
            report_version(&run->report, check, sizes[s]);
            return 0;
        }
    }
    return 1;
}

/* ---- the run -------------------------------------------------------------------------------- */

/* 4 bytes, for the latency; then a few sizes, or those of the sweep. The lab's own sweep goes on to
 * 64 MB, on a GPU to 1 GB, if there is memory. Then the pitfalls, with bytes enough to wait for. */
void report_copies(struct run *run)
{
    const struct options *o = &run->options;
    long long sizes[MAX_SIZES + 8] = { 1 }, few[] = { 1 << 8, 1 << 12, 1 << 16, 1 << 20, o->size };
    int count = 1, from = o->sweep ? o->size_count : o->quick ? 3 : 5;
    const long long most = run->device.is_cpu ? 1 << 24 : 1 << 28;
    struct check *check = &find_version(run, "copies")->known->check;

    check_begin(check, "copies", "what a copy costs", NULL);
    for (int i = 0; i < from; i++) {
        long long n = o->sweep ? o->sizes[i] : few[i];
        if (n > sizes[count - 1])
            sizes[count++] = n;
    }
    for (; o->sweep && !o->sizes_given && o->size == run->lab->size && sizes[count - 1] < most &&
           fits(run, 4 * sizes[count - 1]);
         count++)
        sizes[count] = 4 * sizes[count - 1];
    if (!print_copies(run, check, sizes, count) || o->sweep)
        return;
    long long n = o->quick || !fits(run, 1 << 24) ? 1 << 18 : 1 << 24;
    while (n >= 1 << 12 && is_refused(pitfalls_pin(n)))
        n /= 4;
    if (n >= 1 << 12)
        report_pitfalls(run, n);
}
