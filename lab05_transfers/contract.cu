/* Lab 5: do the launchers do what transfers.h asks? They get slow streams, and must wait for them;
 * on the CPU device, which sees their calls, kernels are left out, and the calls are looked at. */
#include "transfers.h"
#include "lab05.h"

#include <time.h>

/* ---- a slow stream -------------------------------------------------------------------------- */

/* For how long: usually; and in check_waits, at a shape where no launcher takes as long. */
static double slow_ms[] = { 2, 100 };

static void CUDART_CB sleep_ms(void *ms)
{
    const struct timespec pause = { 0, (long)(*(double *)ms * 1e6) };

    nanosleep(&pause, NULL);
}

/* In how many ways slow_down makes a stream slow. */
static int ways_to_be_slow(void)
{
    return TRANSFERS_STREAMS + (observer.hold_back ? 4 : 2);
}

/* Makes the streams slow, one after the other, from run to run: a launcher that does not wait for a
 * stream comes too early, and a kernel that does not wait for its copy in it computes with poison.
 * The CPU device holds back what is queued there until something waits for it, once in all
 * streams, and once in each of the first two that the launcher uses, which may be its own; on a GPU
 * the stream has something else to do first. */
static void slow_down(const struct run *run)
{
    int which = run->turn % ways_to_be_slow(), given = which - 2;
    int used = given - TRANSFERS_STREAMS; /* by the launcher: the first, or the second */
    cudaStream_t stream = given >= 0 && used < 0 ? streams()[given] : 0;

    if (observer.hold_back)
        observer.hold_back(used >= 0 ? NTH_STREAM(used) : which ? stream : EVERY_STREAM);
    else
        CUDA_CHECK(cudaLaunchHostFunc(stream, sleep_ms, &slow_ms[run->again]));
}

static void before(struct run *run, struct problem *p, bool timed)
{
    if (timed && observer.hold_back) /* which takes no time */
        observer.hold_back(EVERY_STREAM);
    if (timed)
        return;
    array_poison_device(&p->c, POISON_SCRATCH);
    CUDA_CHECK(cudaDeviceSynchronize());
    if (lab_mode() == MODE_PLAIN)
        slow_down(run);
}

/* ---- what was there when the launcher returned ---------------------------------------------- */

static char *at_return; /* y */
static size_t room;

static void returned(const struct problem *p)
{
    if (p->c.bytes > room) {
        free(at_return);
        at_return = (char *)host_memory(room = p->c.bytes);
    }
    memcpy(at_return, p->c.host, p->c.bytes);
    if (observer.hold_back)
        observer.hold_back(NO_STREAM);
}

static bool goes_past_the_streams(const struct call *calls, int count)
{
    for (int i = 0; i < count; i++)
        if (calls[i].stream == streams()[TRANSFERS_STREAMS])
            return true;
    return false;
}

/* All of y was there, and has gone by way of d_x. */
static void check_way(struct check *check, const struct problem *p, const struct call *calls,
                      int count)
{
    void *d_x = host_memory(p->c.bytes);
    size_t late = array_difference(&p->c, p->c.host, at_return), other;

    CUDA_CHECK(cudaMemcpy(d_x, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    other = array_difference(&p->c, p->c.host, d_x);
    free(d_x);
    if (goes_past_the_streams(calls, count))
        check_fail(check, "uses streams[%d] or one after it: there are %d, the last is streams[%d]",
                   TRANSFERS_STREAMS, TRANSFERS_STREAMS, TRANSFERS_STREAMS - 1);
    else if (late < p->c.count)
        check_fail(check, "y[%zu] came after the launcher had returned: it must wait", late);
    else if (other < p->c.count && check_state(check) == STATE_OK)
        check_fail(check, "d_x[%zu] differs from y[%zu]: each element must go by way of it", other,
                   other);
}

/* ---- its calls ------------------------------------------------------------------------------ */

struct seen {
    long long in, out; /* copies */
    long long in_bytes, out_bytes, largest;
    int launches, streams;     /* of the given ones used, one bit each */
    int waits, waits_too_soon; /* before a launch or a copy */
    int astray;                /* a copy that is not from x[i] to d_x[i], or from there to y[i] */
};

/* The offset of a part of an array in bytes, or -1. */
static long long offset(const void *array, const void *part, size_t bytes)
{
    long long at = (const char *)part - (const char *)array;

    return at >= 0 && at < (long long)bytes ? at : -1;
}

/* A copy to d_x or from it; element i of x must reach element i of d_x, and that y. */
static void see_copy(struct check *check, struct seen *seen, const struct problem *p,
                     const struct call *call)
{
    if (!call->bytes) {
        if (way_of(p->version)->in_chunks)
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

/* ex52: how many chunks there may be: fewest if each but the last is as long as can be, most if no
 * two differ by more than one. */
static void check_chunks(struct check *check, const struct seen *seen, const struct problem *p)
{
    long long n = p->n, chunks = transfer_of(p)->chunks, each = (n + chunks - 1) / chunks;
    long long least = (n + each - 1) / each, most = n < chunks ? n : chunks;
    int used = __builtin_popcount(seen->streams);

    if (seen->in < least || seen->in > most || seen->out < least || seen->out > most)
        check_fail(check, "copies to the device: %lld, back: %lld, expected of each: %lld",
                   seen->in, seen->out, least);
    else if (seen->largest > 4 * each)
        check_fail(check, "elements of a chunk: %lld, expected at most: %lld", seen->largest / 4,
                   each);
    else if (seen->launches < least)
        check_fail(check, "kernels: %d, for %lld chunks", seen->launches, least);
    else if (chunks <= n && used < TRANSFERS_STREAMS && used < least) /* else some are empty */
        check_fail(check, "%lld chunks go through %d of the %d streams", least, used,
                   TRANSFERS_STREAMS);
    else if (seen->waits_too_soon)
        check_fail(check, "waited before every chunk was queued: nothing can overlap");
}

static void see_call(struct check *check, struct seen *seen, const struct problem *p,
                     const struct call *call)
{
    const enum done done = call->done;

    if (done == COPIED || done == LAUNCHED)
        seen->waits_too_soon = seen->waits;
    if (done == COPIED)
        see_copy(check, seen, p, call);
    else if (done == LAUNCHED)
        seen->launches++;
    else if (done == WAITED)
        seen->waits++;
    else if (done == ALLOCATED || done == FREED || done == FREED_ASYNC)
        check_fail(check, "allocates or frees memory: x, y and d_x are all that it may use");
    if (way_of(p->version)->in_chunks && done != WAITED &&
        (call->stream || done == COPIED || done == LAUNCHED || done == RECORDED))
        see_stream(check, seen, call->stream);
}

static void check_transfers(struct check *check, const struct problem *p, const struct call *calls,
                            int count)
{
    const struct way *way = way_of(p->version);
    struct seen seen = {};
    long long bytes = p->c.bytes;

    if (way->many_trips) /* the lab's own */
        return;
    for (int i = 0; i < count; i++)
        see_call(check, &seen, p, &calls[i]);
    if (seen.in_bytes != bytes || seen.out_bytes != bytes)
        check_fail(check,
                   "%lld bytes went to the device and %lld came back, expected %lld each way",
                   seen.in_bytes, seen.out_bytes, bytes);
    else if (seen.astray)
        check_fail(check, "a copy goes neither from x[i] to d_x[i] nor from d_x[i] to y[i]");
    else if (!seen.launches)
        check_fail(check, "launched no kernel: the result must come from one");
    else if (way->in_chunks)
        check_chunks(check, &seen, p);
    else if (seen.in > 1 || seen.out > 1)
        check_fail(check, "copies to the device: %lld, back: %lld, expected one each way", seen.in,
                   seen.out);
    else if (seen.launches < steps_of(p))
        check_fail(check, "kernels: %d, for %d steps", seen.launches, steps_of(p));
}

/* ---- kernels are left out ------------------------------------------------------------------- */

/* `count` kernels were left out: what has that cost? No element may be farther from 2 than `count`
 * steps fewer would leave it. */
static void compare_without(struct check *check, const struct problem *p, int count)
{
    const struct transfer *t = transfer_of(p);
    const float *x = (const float *)p->a.host, *y = (const float *)p->c.host;
    const int steps = steps_of(p), some = steps < count ? steps : count;
    long long chunks = way_of(p->version)->in_chunks ? t->chunks : 1, lost = 0;

    for (long long i = 0; i < p->n; i++) {
        float without = transfers_element(x[i], t->ops * (steps - some));
        if (!(fabsf(y[i] - 2) <= fabsf(without - 2)))
            check_fail(check, "a kernel does more than one step of y[%lld]", i);
        lost += y[i] != transfers_element(x[i], t->ops * steps);
    }
    if (lost > count * ((p->n + chunks - 1) / chunks))
        check_fail(check, "a kernel does more than one chunk: %lld elements in %d", lost, count);
}

/* Where kernels are left out. */
static const struct transfer with_gaps[] = {
    { .n = 4096, .ops = 10, .chunks = 16, .steps = 10 },
    { .n = 100, .ops = 1, .chunks = 40, .steps = 300 },
};

/* Leaves out kernels, `count` in a row. Returns how many there are, left out or not. */
static int run_without(struct run *run, struct problem *p, int first, int count)
{
    int launches = 0, calls;

    observer.leave_out(first, count);
    if (run_once(run, p))
        compare_without(&p->version->known->check, p, count);
    observer.leave_out(0, 0);
    const struct call *call = observer.calls(&calls);
    for (int i = 0; i < calls; i++)
        launches += call[i].done == LAUNCHED;
    return launches;
}

/* Finds a kernel that does the work of several: leaves out each alone; if there are more than 16,
 * 16 in a row, and some alone. */
static void check_each_kernel(struct run *run, const struct version *v, const struct transfer *t)
{
    const struct shape shape = { .n = t->n, .own = t };
    struct problem p = problem_of(v, &shape);
    const struct check *check = &v->known->check;
    int launches = problem_begin(run, &p, "") ? run_without(run, &p, 0, 1) : 0;
    int row = launches > 16 ? 16 : 1;

    for (int i = row == 1; i < launches && check_state(check) == STATE_OK; i += row)
        run_without(run, &p, i, row);
    for (int i = 0; row > 1 && i < 16 && check_state(check) == STATE_OK; i++)
        run_without(run, &p, random_between(&v->known->random, 0, launches - 1), 1);
    problem_end(run, &p);
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* Makes each of the streams slow in turn, and for long. */
static void check_waits(struct run *run, const struct version *v)
{
    const struct shape *first = v->known->experiment->shapes.awkward;

    run->again = true;
    for (int i = 0; i < ways_to_be_slow() && check_state(&v->known->check) == STATE_OK; i++)
        check_shape(run, v, *first);
    run->again = false;
}

static void more(struct run *run, const struct version *v)
{
    if (way_of(v)->place == &exercise)
        check_little_memory(run, v);
    check_waits(run, v);
    if (!v->exercise || !observer.leave_out)
        return;
    for (const struct transfer &t : with_gaps)
        if (check_state(&v->known->check) == STATE_OK)
            check_each_kernel(run, v, &t);
}

const struct contract contract = {
    .before = before,
    .returned = returned,
    .result = check_way,
    .calls = check_transfers,
    .more = more,
};
