/* Lab 5: three ways to measure a copy wrongly, beside the right ones. */
#include "lab05.h"

enum { QUEUED, WAITED_FOR, BY_EVENTS, RETURNED, ARRIVED, WITH_MEMORY, PITFALLS };

struct pitfalls {
    struct array in_pinned, in_pageable; /* on the device only the first is used */
    cudaEvent_t before, after;
};

static void time_pitfalls(const void *pitfalls, double ms[PITFALLS])
{
    const struct pitfalls *p = (const struct pitfalls *)pitfalls;
    void *d = p->in_pinned.device, *pinned = p->in_pinned.host, *pageable = p->in_pageable.host;
    size_t bytes = p->in_pinned.bytes;
    float event_ms;

    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    CUDA_CHECK(cudaMemcpyAsync(d, pinned, bytes, cudaMemcpyHostToDevice, 0));
    ms[QUEUED] = now_ms() - start; /* PITFALL 1: the copy is queued, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[WAITED_FOR] = now_ms() - start; /* right: it has arrived */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, p->before, p->after));
    ms[BY_EVENTS] = event_ms; /* right: the device's own clock */

    /* PITFALL 2: the copy engine cannot read pageable memory, so the driver first copies the data
     * into pinned memory of its own. CUDA says only that the call may wait for that, or may not:
     * its time means nothing, and nothing is sure to overlap with it. */
    start = now_ms();
    CUDA_CHECK(cudaMemcpyAsync(d, pageable, bytes, cudaMemcpyHostToDevice, 0));
    ms[RETURNED] = now_ms() - start;
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[ARRIVED] = now_ms() - start;

    /* PITFALL 3: memory is allocated once in a program, not for every copy. */
    void *fresh, *d_fresh;
    start = now_ms();
    CUDA_CHECK(cudaMallocHost(&fresh, bytes));
    CUDA_CHECK(cudaMalloc(&d_fresh, bytes));
    memcpy(fresh, pageable, bytes);
    CUDA_CHECK(cudaMemcpy(d_fresh, fresh, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaFree(d_fresh));
    CUDA_CHECK(cudaFreeHost(fresh));
    ms[WITH_MEMORY] = now_ms() - start;
}

static void print_pitfall(const char *what, double ms, double bytes, const char *verdict)
{
    char text[2][32];

    printf("  %-*s%9s ms%9s GB/s  %s\n", wide(32, what), what, report_number(text[0], ms, 4),
           report_number(text[1], bytes / ms / 1e6, 4), verdict);
}

size_t pitfalls_pin(long long n)
{
    const struct array in_pinned = array_of(FLOAT32, n);

    return (size_t)array_needs(&in_pinned) + in_pinned.bytes; /* and what the third one allocates */
}

void report_pitfalls(struct run *run, long long n)
{
    struct pitfalls p = { array_in(&pinned, n), array_in(NULL, n), NULL, NULL };
    int samples = run->report.limits.samples;
    const struct limits limits = { samples < 5 ? samples : 5, run->report.limits.min_time / 3, 2 };
    struct stats t[PITFALLS];
    double bytes = 4.0 * n;
    char text[200];

    CUDA_CHECK(cudaEventCreate(&p.before));
    CUDA_CHECK(cudaEventCreate(&p.after));
    sample(time_pitfalls, PITFALLS, &p, &limits, t);
    CUDA_CHECK(cudaEventDestroy(p.before));
    CUDA_CHECK(cudaEventDestroy(p.after));
    array_free(&p.in_pinned);
    array_free(&p.in_pageable);
    keep_copy(run, &copies[1], n, SYNC, &t[WAITED_FOR]);
    keep_copy(run, &copies[1], n, EVENTS, &t[BY_EVENTS]);
    keep_copy(run, &copies[1], n, NO_SYNC, &t[QUEUED]);
    const struct rows *rows = &run->report.rows;

    printf(_("\nhow long does it take to send %.0f bytes?\n"), bytes);
    const char *why = why_impossible(rows, &rows->row[rows->count - 1]);
    snprintf(text, sizeof(text), _("IMPOSSIBLE: queued, no more\n%58s%s"), "", why ? why : "");
    print_pitfall(_("cudaMemcpyAsync, no synchronize"), t[QUEUED].median_ms, bytes,
                  why ? text : _("too few bytes to tell"));
    print_pitfall(_("cudaMemcpyAsync + synchronize"), t[WAITED_FOR].median_ms, bytes, "ok");
    print_pitfall(_("CUDA events"), t[BY_EVENTS].median_ms, bytes, "ok");
    snprintf(text, sizeof(text), _("ok, but not asynchronous:\n%58sthe call took %.0f %% of it"),
             "", 100 * t[RETURNED].median_ms / t[ARRIVED].median_ms);
    print_pitfall(_("the same from pageable memory"), t[ARRIVED].median_ms, bytes, text);
    snprintf(text, sizeof(text), _("MISLEADING: %.0f %% is not the copy"),
             100 * fmax(0, 1 - t[WAITED_FOR].median_ms / t[WITH_MEMORY].median_ms));
    print_pitfall(_("allocate, fill, copy, free"), t[WITH_MEMORY].median_ms, bytes, text);
}
