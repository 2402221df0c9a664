/* CPU device: the threads of a block as fibers (see execution.h). From top to bottom: __activemask;
 * warp operations; the first thread that waits; barriers and the end of a thread; spinning. */
#include <sched.h>
#include <mutex>
#include <set>
#include "runtime.h"

namespace cpu_device
{

namespace
{

/* The first thread that can go on, from this one on round the ring; null: none. */
fiber *first_that_can(const worker *w, fiber *from)
{
    fiber *f = from;
    do {
        if (can_go_on(w, f))
            return f;
        f = f->next;
    } while (f != from);
    return nullptr;
}

/* A thread of the block has done more than wait. */
void goes_on(worker *w)
{
    this_worker *mine = static_cast<this_worker *>(w);
    if (mine->rounds > 2 * w->threads)
        waiting.progress++;
    mine->rounds = 0;
}

bool all_at_barrier(const worker *w)
{
    fiber *f = w->last;
    do {
        if (f->wait != w->barrier)
            return false;
        f = f->next;
    } while (f != w->last);
    return true;
}

unsigned long long lanes_of_active(const unsigned long long *, unsigned, unsigned, unsigned)
{
    return 0; /* marks a thread that waits in __activemask */
}

bool in_active(const worker *w, unsigned i)
{
    return !(w->ended[i / 32] >> i % 32 & 1) && w->fibers[i].wait == in_warp &&
           w->lanes[i].function == lanes_of_active;
}

/* The lanes of thread i's warp that wait in __activemask at the same place go on. */
void release_active(worker *w, unsigned i)
{
    unsigned first = i / 32 * 32, lanes = 0;
    const char *place = w->lanes[i].place;
    for (unsigned k = first; k < first + 32 && k < w->threads; k++)
        if (in_active(w, k) && w->lanes[k].place == place)
            lanes |= 1u << (k - first);
    for (unsigned k = first; k < first + 32; k++)
        if (lanes >> (k - first) & 1) {
            w->lanes[k].value = lanes;
            w->fibers[k].wait = 0;
        }
}

/* No thread can go on, and not all are at the barrier. For threads in __activemask this is what
 * they have waited for: no more lanes will come. Without such threads the block is stuck. */
void dead_end(worker *w)
{
    const char *warp_place = nullptr;
    bool released = false;
    for (unsigned i = 0; i < w->threads; i++) {
        if (in_active(w, i)) {
            release_active(w, i);
            released = true;
        } else if (!(w->ended[i / 32] >> i % 32 & 1) && w->fibers[i].wait == in_warp) {
            warp_place = w->lanes[i].place;
        }
    }
    if (released)
        return;
    CPU_DEVICE_HOOK(on_divergence(w, warp_place, w->barrier_place));
    char words[512];
    if (w->barrier_place)
        snprintf(words, sizeof words,
                 _("barrier divergence: threads wait at %s for others that wait at %s"),
                 w->barrier_place, warp_place);
    else
        snprintf(words, sizeof words, _("threads of a warp wait at %s for lanes that never come"),
                 warp_place);
    fault(cudaErrorLaunchFailure, words);
}

/* If all of `lanes` that have not ended wait: computes their results and lets them go on. */
void try_warp(worker *w, unsigned warp, unsigned lanes)
{
    if (((w->waiting[warp] | w->ended[warp]) & lanes) != lanes)
        return;
    unsigned active = lanes & ~w->ended[warp];
    unsigned long long in[32], out[32];
    lane *l = &w->lanes[warp * 32];
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1))
            continue;
        if (l[i].lanes != lanes)
            return;
        in[i] = l[i].value;
    }
    warp_function done = nullptr;
    unsigned long long same = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1))
            continue;
        if (l[i].argument != same_for_all) {
            out[i] = l[i].function(in, i, active, l[i].argument);
            continue;
        }
        if (l[i].function != done)
            same = (done = l[i].function)(in, i, active, same_for_all);
        out[i] = same;
    }
    for (unsigned i = 0; i < 32; i++)
        if (active >> i & 1) {
            l[i].value = out[i];
            w->fibers[warp * 32 + i].wait = 0;
        }
    w->waiting[warp] &= ~active;
    goes_on(w);
    CPU_DEVICE_STEP(on_warp(warp, active));
}

} // namespace

void begin_block(worker *w, unsigned long long number)
{
    blockIdx.x = (unsigned)(number % gridDim.x);
    blockIdx.y = (unsigned)(number / gridDim.x % gridDim.y);
    blockIdx.z = (unsigned)(number / gridDim.x / gridDim.y);
    if (w->copying)
        forget_copies();
    CPU_DEVICE_STEP(on_block(number));
}

void fibers_from_here()
{
    worker *w = self;
    unsigned linear = linear_thread();
    for (unsigned i = 0; i < 32; i++) {
        w->waiting[i] = 0;
        unsigned begun = linear <= i * 32 ? 0 : linear - i * 32;
        unsigned there = w->threads <= i * 32 ? 0 : w->threads - i * 32;
        w->ended[i] = (begun >= 32 ? ~0u : (1u << begun) - 1) | (there >= 32 ? 0 : ~0u << there);
    }
    w->begun = linear;
    w->barrier++;
    w->barrier_place = nullptr;
    w->irregular = false;
    w->last = nullptr;
    w->stacks = 0;
    w->home = true;
    w->next_x = threadIdx.x;
    w->next_y = threadIdx.y;
    w->next_z = threadIdx.z;
    w->order = w->drawn ? draw_threads() : nullptr;
}

void run_drawn(worker *w, unsigned long long first, unsigned long long last)
{
    for (unsigned long long number = first; number < last; number++) {
        begin_block(w, number);
        threadIdx = { 0, 0, 0 };
        fibers_from_here();
        w->begin(w);
        current = nullptr;
    }
}

void become_fiber()
{
    fibers_from_here();
    begin_thread(self);
}

void end_in_fibers()
{
    if (thread_ended())
        self->begin(self);
    current = nullptr;
}

fiber *first_at_barrier(const char *place)
{
    worker *w = self;
    if (!current)
        become_fiber();
    if (!w->barrier_place)
        w->barrier_place = place;
    if (!strcmp(w->barrier_place, place))
        return current;
#ifdef CPU_DEVICE_CHECK /* notes it and goes on, as if it were one barrier, to find more */
    check::on_divergence(w, place, w->barrier_place);
    return current;
#endif
    char words[512];
    snprintf(words, sizeof words,
             _("barrier divergence: threads of one block wait at %s and others at %s"),
             w->barrier_place, place);
    fault(cudaErrorLaunchFailure, words);
    return nullptr;
}

fiber *find_next(fiber *me)
{
    worker *w = self;
    bool full = !w->irregular && me->wait == w->barrier;
    while (!full) {
        fiber *f = first_that_can(w, me->next);
        if (f)
            return f;
        full = all_at_barrier(w);
        if (!full)
            dead_end(w);
    }
    CPU_DEVICE_STEP(on_barrier(w));
    goes_on(w);
    w->barrier++;
    w->barrier_place = nullptr;
    w->irregular = false;
    return w->order ? draw_ring() : me->next;
}

bool thread_ended()
{
    this_worker *w = me();
    goes_on(w);
    fiber *f = current, *next = f->next;
    unsigned linear = (unsigned)(f - w->fibers), warp = linear / 32;
    w->ended[warp] |= 1u << linear % 32;
    for (unsigned lanes = w->waiting[warp]; lanes; lanes &= lanes - 1) {
        unsigned other = warp * 32 + (unsigned)__builtin_ctz(lanes);
        if (w->fibers[other].wait == in_warp)
            try_warp(w, warp, w->lanes[other].lanes);
    }
    f->previous->next = next;
    next->previous = f->previous;
    if (w->last == f)
        w->last = next == f ? nullptr : f->previous;
    if (w->begun < w->threads) {
        w->home = f->home;
        return true;
    }
    context *to = &w->away;
    if (w->last) {
        if (!can_go_on(w, next)) {
            w->irregular = true;
            next = find_next(f->previous);
        }
        to = &next->where;
    } else if (f->home) {
        return false;
    }
    switch_context(f->home ? &w->away : &f->where, to);
    return false; /* home again: all threads of the block have ended */
}

/* Has nothing been said of this line yet? The bug finder speaks by itself. */
[[maybe_unused]] static bool is_first(const char *place)
{
    static std::mutex lock;
    static auto *said = new std::set<const char *>();
    std::lock_guard<std::mutex> hold(lock);
    return said->insert(place).second;
}

static void unnamed_lane([[maybe_unused]] unsigned lane, unsigned lanes, const char *place)
{
#ifdef CPU_DEVICE_CHECK
    check::on_other_mask(lanes, place);
#else
    if (is_first(place))
        fprintf(stderr,
                _("CPU device: %s: lane %u passes the mask 0x%08x, which does not name it: what a "
                  "GPU does then is undefined\n"),
                place, lane, lanes);
#endif
}

unsigned long long warp_operation(unsigned lanes, unsigned long long value, unsigned argument,
                                  warp_function function, const char *place)
{
    if (!current)
        become_fiber();
    worker *w = self;
    fiber *f = current;
    unsigned linear = (unsigned)(f - w->fibers), warp = linear / 32;
    lane *l = &w->lanes[linear];
    if (!(lanes >> linear % 32 & 1))
        unnamed_lane(linear % 32, lanes, place);
    *l = { lanes | 1u << linear % 32, argument, value, function, place };
    f->wait = in_warp;
    w->waiting[warp] |= 1u << linear % 32;
    w->irregular = true;
    try_warp(w, warp, l->lanes);
    if (f->wait == in_warp)
        switch_from(f);
    return l->value;
}

void absent_lane(unsigned lane, unsigned source, bool all_used)
{
    const unsigned first = (unsigned)(current - self->fibers) / 32 * 32;
    const struct lane &l = self->lanes[first + lane];
    const bool outside = !(l.lanes >> source & 1);
    if ((outside && !all_used) || !is_first(l.place))
        return;
    fprintf(
        stderr,
        _("CPU device: %s: lane %u asks for the value of lane %u, which %s: what a GPU gives it "
          "is undefined\n"),
        l.place, lane, source,
        outside                          ? _("is not in the mask")
        : first + source < self->threads ? _("has returned")
                                         : _("the block does not have"));
}

unsigned active_lanes(const char *place)
{
    if (!current)
        become_fiber();
    fiber *f = current;
    lane *l = &self->lanes[f - self->fibers];
    l->function = lanes_of_active;
    l->place = place;
    f->wait = in_warp;
    self->irregular = true;
    switch_from(f);
    return (unsigned)l->value;
}

/* Threads of the block spin in turn: does it only wait? Tells the watchdog, once a look. */
static void only_spins(this_worker *w)
{
    unsigned long long look = waiting.look;
    if (++w->rounds <= 2 * w->threads || w->look == look)
        return;
    w->look = look;
    waiting.blocks++;
    if (w->spin_place)
        waiting.place = w->spin_place;
}

void let_others_run()
{
    if (!current)
        become_fiber();
    this_worker *w = me();
    only_spins(w);
    self->irregular = true;
    switch_from(current);
    if (w->rounds && w->rounds % w->threads == 0) /* on a busy machine it takes milliseconds */
        sched_yield();
}

void yield()
{
    if (self && ++me()->yields % 64 == 0) {
        CPU_DEVICE_HOOK(on_spin());
        let_others_run();
    }
}

void spin_once(const char *place)
{
    if (!self)
        return;
    this_worker *w = me();
    const uint3 t = threadIdx, s = w->spinner;
    if (t.x != s.x || t.y != s.y || t.z != s.z) {
        w->spinner = t;
        w->spins = 0;
        w->spin_place = place;
    } else if (++w->spins % 64 == 0) {
        CPU_DEVICE_HOOK(on_spin());
        let_others_run();
    } else if (place) {
        w->spin_place = place;
    }
}

/* Cached, because each thread asks at each barrier. */
const char *place_at(const char *file, int line)
{
    static thread_local struct {
        const char *file, *text;
        int line;
    } cache[64];
    auto &c = cache[line % 64];
    if (c.file != file || c.line != line) {
        static std::mutex lock;
        static auto *places = new std::set<std::string>();
        std::lock_guard<std::mutex> hold(lock);
        c = { file, places->insert(std::string(file) + ":" + std::to_string(line)).first->c_str(),
              line };
    }
    return c.text;
}

} // namespace cpu_device
