/* Lab 5: are the calls of a launcher those that transfers.h allows? Only the CPU device can tell.
 */
#include "transfers.h"
#include "lab05.h"

struct seen {
    long long in, out; /* copies */
    long long in_bytes, out_bytes, largest;
    int launches, streams;     /* of the given ones used, one bit each */
    int waits, waits_too_soon; /* before a launch or a copy */
    int astray; /* 1: a copy that is not from x[i] to d_x[i], or from there to y[i] */
};

/* The offset of a part of an array in bytes, or -1. */
static long long offset(const void *array, const void *part, size_t bytes)
{
    long long at = (const char *)part - (const char *)array;

    return at >= 0 && at < (long long)bytes ? at : -1;
}

/* A copy to d_x or from it; element i of x must come to element i of d_x, and that to y. */
static void see_copy(struct check *check, struct seen *seen, const struct problem *p,
                     const struct cpu_device_call *call)
{
    if (!call->bytes) {
        if (p->version->tag == IN_CHUNKS)
            check_fail(check, "a copy of 0 bytes: an empty chunk has none");
        return;
    }
    long long from_d = offset(p->c.device, call->from, p->c.bytes);
    long long to_d = offset(p->c.device, call->to, p->c.bytes);

    if ((long long)call->bytes > seen->largest)
        seen->largest = call->bytes;
    if (to_d >= 0) {
        seen->in++;
        seen->in_bytes += call->bytes;
        seen->astray |= to_d != offset(p->a.host, call->from, p->a.bytes);
    } else if (from_d >= 0) {
        seen->out++;
        seen->out_bytes += call->bytes;
        seen->astray |= from_d != offset(p->c.host, call->to, p->c.bytes);
    } else
        check_fail(check, "a copy of %llu bytes that goes neither to d_x nor from it", call->bytes);
}

static void see_stream(struct check *check, struct seen *seen, const void *stream)
{
    for (int s = 0; s < TRANSFERS_STREAMS; s++)
        if (stream == streams()[s]) {
            seen->streams |= 1 << s;
            return;
        }
    check_fail(check, "works in a stream that is none of the four it was given");
}

/* ex52: between as many chunks as there are when each but the last is as long as can be, and when
 * no two differ by more than one. */
static void check_chunks(struct check *check, const struct seen *seen, const struct problem *p)
{
    long long n = p->n, chunks = p->shape.own[CHUNKS], each = (n + chunks - 1) / chunks;
    long long least = (n + each - 1) / each, most = n < chunks ? n : chunks;
    int used = __builtin_popcount(seen->streams);

    if (seen->in < least || seen->in > most || seen->out < least || seen->out > most)
        check_fail(check, "%lld copies to the device and %lld back, expected %lld of each",
                   seen->in, seen->out, least);
    else if (seen->largest > 4 * each)
        check_fail(check, "a chunk of %lld elements, expected %lld at most", seen->largest / 4,
                   each);
    else if (seen->launches < least)
        check_fail(check, "%d kernels for %lld chunks", seen->launches, least);
    else if (chunks <= n && used < TRANSFERS_STREAMS && used < least) /* else some are empty */
        check_fail(check, "%lld chunks go through %d of the %d streams", least, used,
                   TRANSFERS_STREAMS);
    else if (seen->waits_too_soon)
        check_fail(check, "waited before every chunk was queued: nothing can overlap");
}

/* `count` kernels were left out: what has that cost? An element that is farther from 2 than so many
 * steps less would leave it has lost more. */
void compare_without(struct check *check, const struct problem *p, const struct version *v,
                     int count)
{
    const float *x = (const float *)p->a.host, *y = (const float *)p->c.host;
    const int *own = p->shape.own, steps = steps_of(v, p), some = steps < count ? steps : count;
    long long chunks = v->tag == IN_CHUNKS ? own[CHUNKS] : 1, lost = 0;

    for (long long i = 0; i < p->n; i++) {
        float without = transfers_element(x[i], own[OPS] * (steps - some));
        if (!(fabsf(y[i] - 2) <= fabsf(without - 2)))
            check_fail(check, "a kernel does more than one step of y[%lld]", i);
        lost += y[i] != transfers_element(x[i], own[OPS] * steps);
    }
    if (lost > count * ((p->n + chunks - 1) / chunks))
        check_fail(check, "a kernel does more than one chunk: %lld elements in %d", lost, count);
}

void check_calls(struct check *check, const struct problem *p, const struct version *v,
                 const struct cpu_device_call *calls, int count)
{
    struct seen seen = {};
    long long bytes = p->c.bytes;

    if (v->tag == MANY_TRIPS) /* the lab's own */
        return;
    for (int i = 0; i < count; i++) {
        const struct cpu_device_call *call = &calls[i];
        if (call->what == CALL_COPY || call->what == CALL_LAUNCH)
            seen.waits_too_soon = seen.waits;
        if (call->what == CALL_COPY)
            see_copy(check, &seen, p, call);
        else if (call->what == CALL_LAUNCH)
            seen.launches++;
        else if (call->what == CALL_WAIT)
            seen.waits++;
        else if (call->what == CALL_ALLOCATE || call->what == CALL_FREE ||
                 call->what == CALL_FREE_ASYNC)
            check_fail(check, "allocates or frees memory: x, y and d_x are all that it may use");
        if (v->tag == IN_CHUNKS && (call->stream || call->what == CALL_COPY ||
                                    call->what == CALL_LAUNCH || call->what == CALL_EVENT))
            see_stream(check, &seen, call->stream);
    }
    if (seen.in_bytes != bytes || seen.out_bytes != bytes)
        check_fail(check,
                   "%lld bytes went to the device and %lld came back, expected %lld each way",
                   seen.in_bytes, seen.out_bytes, bytes);
    else if (seen.astray)
        check_fail(check, "a copy goes neither from x[i] to d_x[i] nor from d_x[i] to y[i]");
    else if (!seen.launches)
        check_fail(check, "launched no kernel: the result must come from one");
    else if (v->tag == IN_CHUNKS)
        check_chunks(check, &seen, p);
    else if (seen.in > 1 || seen.out > 1)
        check_fail(check, "%lld copies to the device and %lld back, expected one each way", seen.in,
                   seen.out);
    else if (seen.launches < steps_of(v, p))
        check_fail(check, "%d kernels for %d steps", seen.launches, steps_of(v, p));
}
