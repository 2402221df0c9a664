/* Lab 5 - transfers, the bare copies: arrays between guards, what a copy costs, and three ways to
 * be wrong about it. The first chapter of lab05.cu, which includes it. */
#ifndef COPIES_H
#define COPIES_H

#include "common/experiment.h"
#include "transfers.h"

/* ---- memory: every array between two guards ------------------------------------------------- */

enum place { PAGEABLE, PINNED, EXERCISE, DEVICE }; /* EXERCISE: from transfers_ex51_alloc */
static const char *const place_names[] = { "pageable", "pinned", "pinned", "device" };

struct buffer {
    enum place place;
    size_t count;
    float *base, *data; /* data = base + CHECK_GUARD, and CHECK_GUARD floats behind; NULL: none */
};

static size_t whole(const struct buffer *b) /* in bytes, with the guards */
{
    return (b->count + 2 * CHECK_GUARD) * sizeof(float);
}

static struct buffer buffer_make(enum place place, size_t count)
{
    struct buffer b = { place, count, NULL, NULL };

    if (place == PAGEABLE)
        b.base = host_floats(count + 2 * CHECK_GUARD);
    else if (place == PINNED)
        CUDA_CHECK(cudaMallocHost((void **)&b.base, whole(&b)));
    else if (place == EXERCISE)
        b.base = (float *)transfers_ex51_alloc(whole(&b));
    else
        CUDA_CHECK(cudaMalloc((void **)&b.base, whole(&b)));
    b.data = b.base ? b.base + CHECK_GUARD : NULL;
    return b;
}

static void buffer_free(struct buffer *b) /* unchecked, as in floats_free */
{
    if (b->place == PAGEABLE)
        free(b->base);
    else if (b->place == PINNED)
        cudaFreeHost(b->base);
    else if (b->place == DEVICE)
        cudaFree(b->base);
    else if (b->base)
        transfers_ex51_free(b->base);
    b->base = b->data = NULL;
}

/* What nobody has written yet: on the host NaN, as everywhere. Where an input belongs, -1.7e38, so
 * that a result shows what it was computed from: from what had never been copied. */
#define INPUT_POISON 0xFE

static int poison_byte(const struct buffer *b)
{
    return b->place == DEVICE ? INPUT_POISON : POISON_BYTE;
}

static void poison(const struct buffer *b) /* with its guards; does not wait for the device */
{
    if (b->place == DEVICE)
        CUDA_CHECK(cudaMemsetAsync(b->base, poison_byte(b), whole(b), 0));
    else
        memset(b->base, poison_byte(b), whole(b));
}

/* The CHECK_GUARD floats in front of data[0], and those behind its end, must still be poison. */
static void check_around(struct check *check, const char *name, const float *data, size_t count,
                         int byte)
{
    const float *guards[] = { data - CHECK_GUARD, data + count };
    float untouched;

    memset(&untouched, byte, sizeof(untouched));
    for (int i = 0; i < 2 * CHECK_GUARD; i++) {
        int behind = i >= CHECK_GUARD, at = i % CHECK_GUARD;
        if (memcmp(&guards[behind][at], &untouched, sizeof(untouched)) == 0)
            continue;
        check_fail(check, "wrote outside: float %d %s of %s", behind ? at + 1 : CHECK_GUARD - at,
                   behind ? "behind the end" : "in front", name);
        return;
    }
}

static void name_element(char *text, size_t size, size_t i, const void *array)
{
    snprintf(text, size, "%s[%zu]", (const char *)array, i);
}

/* ---- numbers for people --------------------------------------------------------------------- */

static void cell(int width, double x, int decimals)
{
    char text[32];

    printf("%*s", width, report_number(text, x, decimals));
}

/* "8 120 [8 090, 8 310]", or the median alone where that is too wide. */
static void spread(int width, double median, double low, double high, int decimals)
{
    char text[3][32], all[100];

    snprintf(all, sizeof(all), "%s [%s, %s]", report_number(text[0], median, decimals),
             report_number(text[1], low, decimals), report_number(text[2], high, decimals));
    printf("%*s", width, strlen(all) < (size_t)width ? all : text[0]);
}

/* ---- the copies ----------------------------------------------------------------------------- */

static const struct copy {
    const char *name, *direction;
    enum place from, to;
    enum cudaMemcpyKind kind;
    int width; /* of its column */
} copies[] = {
    { "copy_h2d_pageable", "h2d", PAGEABLE, DEVICE, cudaMemcpyHostToDevice, 18 },
    { "copy_h2d_pinned", "h2d", PINNED, DEVICE, cudaMemcpyHostToDevice, 18 },
    { "copy_d2h_pageable", "d2h", DEVICE, PAGEABLE, cudaMemcpyDeviceToHost, 18 },
    { "copy_d2h_pinned", "d2h", DEVICE, PINNED, cudaMemcpyDeviceToHost, 18 },
    { "copy_d2d", "d2d", DEVICE, DEVICE, cudaMemcpyDeviceToDevice, 21 },
};
enum { H2D_PAGEABLE, H2D_PINNED, D2H_PAGEABLE, D2H_PINNED, D2D };

static double moved_bytes(const struct copy *copy, double n) /* d2d reads and writes */
{
    return (copy == &copies[D2D] ? 8 : 4) * n;
}

/* The best of pinned copies of 64 MB; 0: unknown, as without a GPU. */
static double in_gbs, out_gbs;

static double best_gbs(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    double best = HUGE_VAL;

    for (int i = 0; i < 13; i++) { /* three to warm up */
        double start = now_ms();
        CUDA_CHECK(cudaMemcpy(to, from, bytes, kind)); /* waits: one of the two is pinned */
        best = i < 3 ? best : fmin(best, now_ms() - start);
    }
    return bytes / best / 1e6;
}

static void measure_bus(void)
{
    struct buffer pinned = buffer_make(PINNED, 1 << 24), d = buffer_make(DEVICE, 1 << 24);

    poison(&pinned);
    in_gbs = best_gbs(d.base, pinned.base, whole(&d), cudaMemcpyHostToDevice);
    out_gbs = best_gbs(pinned.base, d.base, whole(&d), cudaMemcpyDeviceToHost);
    buffer_free(&pinned);
    buffer_free(&d);
}

struct copying {
    const struct copy *copy;
    struct check *check;
    struct buffer from, to, back;
    float *input;
};

/* One copy, and after the clock has stopped: is all of it there, and nothing else? */
static void time_copy(void *argument, double ms[])
{
    const struct copying *c = (const struct copying *)argument;
    size_t n = c->to.count, bytes = n * sizeof(float);
    const float *there = c->to.data;

    poison(&c->to);
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    double start = now_ms();
    CUDA_CHECK(cudaMemcpy(c->to.data, c->from.data, bytes, c->copy->kind));
    CUDA_CHECK(cudaDeviceSynchronize()); /* within the device cudaMemcpy does not wait */
    ms[0] = now_ms() - start;

    if (c->to.place == DEVICE) { /* fetch it, to look at it */
        there = c->back.data;
        CUDA_CHECK(cudaMemcpy(c->back.base, c->to.base, whole(&c->to), cudaMemcpyDeviceToHost));
    }
    check_around(c->check, c->copy->name, there, n, poison_byte(&c->to));
    if (memcmp(there, c->input, bytes))
        check_output(c->check, there, c->input, n, 0, 0, name_element, c->copy->name);
    check_written(c->check, 1);
}

/* The floor is the bus's; of d2d the memory's, but only for what no cache holds, from 256 MB on. */
static void keep_copy(struct report *report, const struct copy *copy, int n, const char *method,
                      const struct stats *time)
{
    int out = copy->kind == cudaMemcpyDeviceToHost, inside = copy == &copies[D2D];
    double bytes = moved_bytes(copy, n);
    double gbs = !inside ? (out ? out_gbs : in_gbs) : n < 1 << 26 ? 0 : report->device->copy_gbs;
    struct work work = { "float32", n, 0, n, 0, 0, bytes, gbs > 0 ? bytes / gbs / 1e6 : 0 };

    report_times(report, copy->name, &work, &method, 1, time);
    struct row *row = &report->rows.row[report->rows.count - 1];
    snprintf(row->own, sizeof(row->own), ",,,%s,%s,,", copy->direction,
             place_names[out ? copy->to : copy->from]);
}

/* Measures one copy of n floats. */
static void try_copy(struct report *report, struct check *check, const struct copy *copy, int n,
                     const struct limits *limits, struct stats *time)
{
    struct copying c = { copy,
                         check,
                         buffer_make(copy->from, n),
                         buffer_make(copy->to, n),
                         buffer_make(PAGEABLE, n),
                         host_floats(n) };

    check_at(check, "%s, %lld bytes", copy->name, 4LL * n);
    report_progress(report, copy->name, n);
    transfers_inputs(c.input, n, report->options->seed);
    poison(&c.from);
    CUDA_CHECK(cudaMemcpy(c.from.data, c.input, n * sizeof(float), cudaMemcpyDefault));
    sample(time_copy, 1, &c, limits, time);
    buffer_free(&c.from);
    buffer_free(&c.to);
    buffer_free(&c.back);
    free(c.input);
    if (check_state(check) == STATE_OK)
        keep_copy(report, copy, n, "sync", time);
}

static void print_bytes(double bytes)
{
    static const char *const units[] = { "B", "KB", "MB", "GB" };
    char text[32];
    int unit = 0;

    for (; unit < 3 && fmod(bytes, 1024) == 0; unit++)
        bytes /= 1024;
    snprintf(text, sizeof(text), "%.0f %s", bytes, units[unit]);
    printf("\n%7s", text);
}

/* A line per size: of the first, 4 bytes, the time in microseconds, of the others GB/s. */
static void report_copies(struct report *report, struct check *check, const int *sizes, int count)
{
    const struct limits limits = { report->limits.samples,
                                   report->limits.min_time / (report->options->sweep ? 1 : 6), 2 };

    check_begin(check, "copies", "what a copy costs", NULL);
    printf("\nwhat does a copy cost? at least %g s each; d2d counts what is read and written\n%7s",
           limits.min_time, "");
    for (int k = 0; k < COUNT(copies); k++)
        printf("%*s", copies[k].width, copies[k].name + strlen("copy_"));
    for (int s = 0; s < count; s++) {
        print_bytes(4.0 * sizes[s]);
        for (int k = 0; k < COUNT(copies); k++) {
            double mb = moved_bytes(&copies[k], sizes[s]) / 1e6; /* per ms: GB/s */
            struct stats t;
            try_copy(report, check, &copies[k], sizes[s], &limits, &t);
            if (check_state(check) != STATE_OK) {
                putchar('\n');
                report_version(report, check, sizes[s]);
                return;
            }
            if (s == 0)
                spread(copies[k].width, t.median_ms * 1e3, t.p05_ms * 1e3, t.p95_ms * 1e3, 2);
            else
                spread(copies[k].width, mb / t.median_ms, mb / t.p95_ms, mb / t.p05_ms, 2);
        }
        if (s == 0)
            printf("\n%25s", "us above, GB/s below");
    }
    putchar('\n');
}

/* ---- three ways to be wrong about a copy ---------------------------------------------------- */

enum { QUEUED, WAITED, BY_EVENTS, RETURNED, ARRIVED, ALLOCATED, PITFALLS };

struct pitfalls {
    struct buffer pinned, pageable, d;
    cudaEvent_t before, after;
};

static void time_pitfalls(void *argument, double ms[])
{
    const struct pitfalls *p = (const struct pitfalls *)argument;
    float *d = p->d.data, *pinned = p->pinned.data, *pageable = p->pageable.data;
    size_t bytes = p->d.count * sizeof(float);
    float event_ms;

    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    CUDA_CHECK(cudaMemcpyAsync(d, pinned, bytes, cudaMemcpyHostToDevice, 0));
    ms[QUEUED] = now_ms() - start; /* PITFALL 1: the copy is queued, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[WAITED] = now_ms() - start; /* right: it has arrived */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, p->before, p->after));
    ms[BY_EVENTS] = event_ms; /* right: the device's own clock */

    /* PITFALL 2: the copy engine cannot read pageable memory, so the driver copies the data into
     * pinned memory of its own first. CUDA promises only that the call may or may not wait for
     * that: its time means nothing, and nothing can be counted on to overlap with it. */
    start = now_ms();
    CUDA_CHECK(cudaMemcpyAsync(d, pageable, bytes, cudaMemcpyHostToDevice, 0));
    ms[RETURNED] = now_ms() - start;
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[ARRIVED] = now_ms() - start;
}

/* PITFALL 3: memory is allocated once in a program, not for every copy. */
static void time_allocation(void *argument, double ms[])
{
    const struct pitfalls *p = (const struct pitfalls *)argument;
    size_t bytes = p->d.count * sizeof(float);
    float *fresh, *d_fresh;
    double start = now_ms();

    CUDA_CHECK(cudaMallocHost((void **)&fresh, bytes));
    CUDA_CHECK(cudaMalloc((void **)&d_fresh, bytes));
    memcpy(fresh, p->pageable.data, bytes);
    CUDA_CHECK(cudaMemcpy(d_fresh, fresh, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaFree(d_fresh));
    CUDA_CHECK(cudaFreeHost(fresh));
    ms[0] = now_ms() - start;
}

static void print_pitfall(const char *what, double ms, double bytes, const char *verdict)
{
    printf("  %-32s", what);
    cell(9, ms, 4);
    printf(" ms");
    cell(9, bytes / ms / 1e6, 4);
    printf(" GB/s  %s\n", verdict);
}

static void report_pitfalls(struct report *report, int n)
{
    struct pitfalls p = { buffer_make(PINNED, n), buffer_make(PAGEABLE, n), buffer_make(DEVICE, n),
                          NULL, NULL };
    const struct limits limits = { report->limits.samples, report->limits.min_time / 3, 2 };
    struct stats t[PITFALLS];
    double bytes = 4.0 * n;
    char reason[96], text[200];

    poison(&p.pinned);
    poison(&p.pageable);
    CUDA_CHECK(cudaEventCreate(&p.before));
    CUDA_CHECK(cudaEventCreate(&p.after));
    sample(time_pitfalls, ALLOCATED, &p, &limits, t);
    sample(time_allocation, 1, &p, &limits, &t[ALLOCATED]);
    CUDA_CHECK(cudaEventDestroy(p.before));
    CUDA_CHECK(cudaEventDestroy(p.after));
    buffer_free(&p.pinned);
    buffer_free(&p.pageable);
    buffer_free(&p.d);
    keep_copy(report, &copies[H2D_PINNED], n, "sync", &t[WAITED]);
    keep_copy(report, &copies[H2D_PINNED], n, "events", &t[BY_EVENTS]);
    keep_copy(report, &copies[H2D_PINNED], n, "no_sync", &t[QUEUED]);
    const struct row *queued = &report->rows.row[report->rows.count - 1];

    printf("\nhow long does it take to send %.0f bytes?\n", bytes);
    if (is_impossible(&report->rows, queued, reason, sizeof(reason)))
        snprintf(text, sizeof(text), "IMPOSSIBLE: queued, no more\n%58s%s", "", reason);
    else
        snprintf(text, sizeof(text), "too few bytes to tell");
    print_pitfall("cudaMemcpyAsync, no synchronize", t[QUEUED].median_ms, bytes, text);
    print_pitfall("cudaMemcpyAsync + synchronize", t[WAITED].median_ms, bytes, "ok");
    print_pitfall("CUDA events", t[BY_EVENTS].median_ms, bytes, "ok");
    double call = 100 * t[RETURNED].median_ms / t[ARRIVED].median_ms;
    snprintf(text, sizeof(text),
             call > 50 ? "ok, but not asynchronous:\n%58sthe call alone took %.0f %% of it"
                       : "ok, but read from a staging buffer:\n%58sthe call took %.0f %% of it",
             "", call);
    print_pitfall("the same from pageable memory", t[ARRIVED].median_ms, bytes, text);
    snprintf(text, sizeof(text), "MISLEADING: %.0f %% is not the copy",
             100 * fmax(0, 1 - t[WAITED].median_ms / t[ALLOCATED].median_ms));
    print_pitfall("allocate, fill, copy, free", t[ALLOCATED].median_ms, bytes, text);
}

#endif
