/* CPU device: the bug finder: the hooks of a running kernel. From top to bottom: a launch, its
 * blocks and threads; blocks of a cooperative launch, which take turns; barriers, warps, fences,
 * locks. */
#include <algorithm>
#include "../include/observe.h"
#include "state.h"

namespace cpu_device::check
{

static const char *left_at[1024]; /* by thread of the block: at which `return`, or null */

/* ---- what threads did: cpu_device_accesses() --------------------------------------------------
 */

static struct cpu_device_accesses made;
static unsigned long long by_thread_of_block[1024], counted;

/* The running thread stops, or ends. */
static void count_thread()
{
    unsigned long long now = accesses - at.elsewhere, &own = by_thread_of_block[at.thread];
    made.threads += !own && now != counted;
    own += now - counted;
    made.most = std::max(made.most, own);
    counted = now;
}

extern "C" struct cpu_device_accesses cpu_device_accesses()
{
    struct cpu_device_accesses since = made;
    since.atomics = at.atomics;
    made = {};
    at.atomics = 0;
    return since;
}

/* ---- a launch, its blocks and threads ---------------------------------------------------------
 */

void on_launch(const kernel_operation *launch)
{
    at.kernel = launch;
    at.copies_open = copies_are_open();
    at.in_flight = false;
    at.both_paths = getenv("CPU_DEVICE_CHECK_BOTH");
    const char *steps = getenv("CPU_DEVICE_CHECK_STEPS"); /* for a test */
    at.search_steps = steps ? atoi(steps) : 100000;
    at.arena_size = at.copies_open || at.both_paths ? 0 : arena.size;
    operations[running].kernel = launch->name;
    begin_launch();
    count_launch(launch->name);
    before_launch();
}

void on_block(unsigned long long block)
{
    if (trial_runs)
        return trial_block();
    if (!has_begun() || at.kernel->where.cooperative)
        know_shared();
    settle();
    forget_flights();
    begin_block(block);
    at.shared = at.time;
    at.muted = false;
    std::fill(left_at, left_at + 1024, nullptr);
    count_thread(); /* the last thread of the block before */
    std::fill(by_thread_of_block, by_thread_of_block + 1024, 0);
}

/* What a block keeps while it is the turn of others. */
static thread_local struct {
    space shared, outside; /* its own; and the one that was there before its first turn */
    uintptr_t heap, heap_outside;
    unsigned long long block;
    tick began;
    bool muted;
    std::vector<const char *> left;
} kept;

void on_turn_begins()
{
    on_device_thread = true;
    kept.outside = shared_space;
    kept.heap_outside = device_heap;
    shared_space = {};
}

void on_turn_stops()
{
    settle();
    kept.shared = shared_space;
    kept.heap = device_heap;
    kept.block = at.block_number;
    kept.began = at.shared;
    kept.muted = at.muted;
    kept.left.assign(left_at, left_at + 1024);
    shared_space = kept.outside;
    device_heap = kept.heap_outside;
}

/* With its first thread, which waits for all; at a new time, later than all that others did. */
void on_turn_goes_on()
{
    shared_space = kept.shared;
    device_heap = kept.heap;
    begin_block(kept.block);
    at.shared = kept.began;
    at.shared_size = at.both_paths ? 0 : shared_space.size;
    at.muted = kept.muted;
    std::copy(kept.left.begin(), kept.left.end(), left_at);
    on_thread(0);
}

void on_turn_over()
{
    settle();
    free_cells(shared_space);
    shared_space = kept.outside;
    device_heap = kept.heap_outside;
}

void on_grid_barrier() { at.grid = ++at.time; }

void on_stack() {}

void on_thread(unsigned linear)
{
    if (trial_runs)
        return settle_event();
    if (at.unsettled)
        settle();
    count_thread();
    at.thread = linear;
    at.block_scope = at.system_scope = at.relaxation = at.compares = at.unread = false;
    at.warp = warp_met[linear / 32];
}

void on_launch_end()
{
    settle();
    count_thread();
    look_for_witness();
    at.kernel = nullptr;
    at.shared_size = at.arena_size = 0;
}

/* Threads of the block wait at `a`, others at `b`, whose place may be unknown. */
static void note_divergence(side a, const side &b, const bilingual &words)
{
    std::string place = a.place;
    a.place += "\n" + b.place + words.english; /* for the key */
    finding *f = find(barrier_divergence, event(), a, b.place.empty() ? nullptr : &b);
    f->sides[0].place = place;
    f->detail = in_both([&] {
        return say(_("threads of one block wait at line %s%s"), line_of(place).c_str(),
                   words.text().c_str());
    });
}

/* A thread that has ended does not reach this barrier: a finding. */
void on_barrier(const worker *w)
{
    if (trial_runs)
        return;
    settle();
    pass_barrier(w->threads);
    unsigned i = 0;
    while (i < w->threads && !(w->ended[i / 32] >> i % 32 & 1))
        i++;
    if (i == w->threads)
        return;
    side a = by_thread((unsigned)(w->last - w->fibers), w->barrier_place, no_access);
    side b = by_thread(i, left_at[i] ? left_at[i] : "", no_access);
    note_divergence(a, b, in_both([&] {
                        return left_at[i]
                                   ? say(_(" for others that have returned, line %s"),
                                         line_of(b.place).c_str())
                                   : _(" for others that have reached the end of the kernel");
                    }));
}

void on_divergence(const worker *w, const char *place, const char *other)
{
    if (trial_runs)
        return;
    settle();
    unsigned first = w->last ? (unsigned)(w->last->next - w->fibers) : 0;
    side a = by_thread(at.thread, place ? place : "?:0", no_access);
    side b = by_thread(first, other ? other : "", no_access);
    note_divergence(a, b, in_both([&] {
                        return other ? say(_(", others at line %s"), line_of(b.place).c_str())
                                     : _(" for lanes that never come");
                    }));
    at.muted = true;
}

void on_warp(unsigned warp, unsigned lanes)
{
    if (trial_runs)
        return;
    settle();
    pass_warp(warp, lanes);
}

void on_fence(bool device, bool system)
{
    if (!self || trial_runs)
        return;
    settle();
    pass_fence(device);
    if (system)
        pass_system_fence();
}

/* A copy of memory of the wrong kind, which the runtime is about to refuse. */
static bool wrong_copy(const event &e, bool want_shared)
{
    if ((space_of(e.address) == &shared_space) == want_shared)
        return false;
    finding *f = find_here(wrong_memory, e);
    f->detail = in_both([=] {
        return want_shared
                   ? _("global memory by __pipeline_memcpy_async, which writes only to shared "
                       "memory")
                   : _("shared memory by __pipeline_memcpy_async, which reads only global "
                       "memory");
    });
    return true;
}

/* It may do its work at any time from now until its thread has waited for it. */
void on_async_copy(const async_copy &c)
{
    if (trial_runs)
        return;
    uint32_t who = at.thread | place_of(c.pc) << place_shift;
    frame = 0;
    event from = { (uintptr_t)c.from, c.taken, read_access, false, false, true, c.pc, who };
    event to = { (uintptr_t)c.to, c.size, write_access, false, false, true, c.pc, who };
    if ((c.taken && wrong_copy(from, false)) || wrong_copy(to, true))
        return;
    if (is_misaligned(from, c.size) || is_misaligned(to, c.size))
        return;
    if (c.taken)
        on_access(from.address, c.taken, read_access, false, false, c.pc, true);
    on_access(to.address, c.size, write_access, false, false, c.pc, true);
    begin_flight(c);
}

void on_async_copied(const async_copy &c)
{
    if (trial_runs)
        return trial_copy(c);
    end_flight(c);
    read_again(c);
}

void on_lock_taken(const void *lock, unsigned long long free)
{
    if (self && !trial_runs)
        take_lock((uintptr_t)lock, free);
}

void on_lock_given(const void *lock, unsigned long long value)
{
    if (self && !trial_runs)
        give_lock((uintptr_t)lock, value);
}

compares::compares() { at.compares = true; }
compares::~compares() { at.compares = false; }
unread::unread() { at.unread = true; }
unread::~unread() { at.unread = false; }
relaxation::relaxation() { at.relaxation = true; }
relaxation::~relaxation() { at.relaxation = false; }
block_scope::block_scope() { at.block_scope = true; }
block_scope::~block_scope() { at.block_scope = false; }
system_scope::system_scope() { at.system_scope = true; }
system_scope::~system_scope() { at.system_scope = false; }

/* Lane `lane` of the running warp reads the value of a lane that is not in the mask, or not there.
 * In a sum by __shfl_down_sync() the last lanes read outside of the mask: what they get is not
 * used. */
void on_absent_lane(unsigned lane, unsigned source, bool all_used)
{
    unsigned first = (unsigned)(current - self->fibers) / 32 * 32;
    const struct lane &l = self->lanes[first + lane];
    bool outside = !(l.lanes >> source & 1);
    if (at.muted || trial_runs || (outside && !all_used))
        return;
    finding *f = find(uninitialized, event(), by_thread(first + lane, l.place, read_access));
    if (*f->memory) /* sides[0] is the first one's */
        return;
    f->memory = "register";
    f->detail = in_both([&] {
        return say(outside ? _("the value of lane %u, which is not in the mask")
                   : first + source < self->threads
                       ? _("the value of lane %u, which has returned")
                       : _("the value of lane %u, which the block does not have"),
                   source);
    });
}

/* The running thread is in a function of its warp whose mask does not name it. */
void on_other_mask(unsigned lanes, const char *place)
{
    unsigned thread = (unsigned)(current - self->fibers);
    if (at.muted || trial_runs)
        return;
    finding *f = find(uninitialized, event(), by_thread(thread, place, no_access));
    if (*f->memory)
        return;
    f->memory = "register";
    f->detail = in_both([&] {
        return say(_("is lane %u of its warp, which the mask 0x%08x does not name"), thread % 32,
                   lanes);
    });
}

void on_left(const char *place)
{
    if (self && !trial_runs)
        left_at[at.thread] = place;
}

} // namespace cpu_device::check
