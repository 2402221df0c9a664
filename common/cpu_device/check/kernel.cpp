/* CPU device: the bug finder: the hooks of a running kernel. From top to bottom: a launch, its
 * blocks and threads; blocks of a cooperative launch, which take turns; barriers, warps, fences,
 * locks. */
#include <algorithm>
#include "state.h"

namespace cpu_device
{
namespace check
{

static const char *left_at[1024]; /* by thread of the block: at which `return`, or null */

void on_launch(const kernel_operation *launch)
{
    at.kernel = launch;
    at.copies_open = copies_are_open();
    at.both_paths = getenv("CPU_DEVICE_CHECK_BOTH");
    at.arena_size = at.copies_open || at.both_paths ? 0 : arena.size;
    operations[running].kernel = launch->name;
    begin_launch();
    launches++;
    if (std::find(kernels.begin(), kernels.end(), launch->name) == kernels.end())
        kernels.push_back(launch->name);
}

void on_block(unsigned long long block)
{
    if (!has_begun() || at.kernel->where.cooperative)
        know_shared();
    settle();
    begin_block(block);
    at.shared = at.time;
    at.muted = false;
    std::fill(left_at, left_at + 1024, nullptr);
}

/* What belongs to a block whose turn it is not. */
static thread_local struct {
    space shared, outside; /* its own, and what was there before its first turn */
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
    if (at.unsettled)
        settle();
    at.thread = linear;
    at.block_scope = at.relaxation = at.compares = at.unread = false;
    at.warp = warp_met[linear / 32];
}

void on_launch_end()
{
    settle();
    at.kernel = nullptr;
    at.shared_size = at.arena_size = 0;
}

/* Threads that have ended do not come to this barrier. */
void on_barrier(const worker *w)
{
    settle();
    pass_barrier(w->threads);
    for (unsigned i = 0; i < w->threads; i++)
        if (w->ended[i / 32] >> i % 32 & 1) {
            unsigned waiting = (unsigned)(w->last - w->fibers);
            event e = { 0, 0, no_access, false, false, nullptr, 0 };
            side a = { {}, w->barrier_place, no_access, at.block_number, waiting, true };
            side b = { {}, left_at[i] ? left_at[i] : "", no_access, at.block_number, i, true };
            a.place += std::string(left_at[i] ? "\n" : "") + b.place; /* for the key */
            finding *f = find(barrier_divergence, e, a, left_at[i] ? &b : nullptr);
            f->sides[0].place = w->barrier_place;
            f->detail =
                "threads of one block wait at line " +
                f->sides[0].place.substr(f->sides[0].place.rfind(':') + 1) +
                (left_at[i] ? " for others that have returned, line " +
                                  b.place.substr(b.place.rfind(':') + 1)
                            : std::string(" for others that have come to the end of the kernel"));
            return;
        }
}

void on_divergence(const worker *w, const char *place, const char *other)
{
    settle();
    event e = { 0, 0, no_access, false, false, nullptr, 0 };
    unsigned first = w->last ? (unsigned)(w->last->next - w->fibers) : 0;
    side a = { {}, place ? place : "?:0", no_access, at.block_number, at.thread, true };
    side b = { {}, other ? other : "", no_access, at.block_number, first, true };
    std::string key = a.place;
    a.place += "\n" + b.place;
    finding *f = find(barrier_divergence, e, a, other ? &b : nullptr);
    f->sides[0].place = key;
    f->detail = "threads of one block wait at line " + key.substr(key.rfind(':') + 1) +
                (other ? ", others at line " + b.place.substr(b.place.rfind(':') + 1)
                       : std::string(" for lanes that never come"));
    at.muted = true;
}

void on_warp(unsigned warp, unsigned lanes)
{
    settle();
    pass_warp(warp, lanes);
}

void on_fence(bool device)
{
    if (!self)
        return;
    settle();
    pass_fence(device);
}

void on_lock_taken(const void *lock, unsigned long long free)
{
    if (self)
        take_lock((uintptr_t)lock, free);
}

void on_lock_given(const void *lock, unsigned long long value)
{
    if (self)
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

/* Lane `lane` of the running warp reads the value of one that is in the mask and not there. */
void on_absent_lane(unsigned lane, unsigned source)
{
    unsigned first = (unsigned)(current - self->fibers) / 32 * 32;
    const struct lane &l = self->lanes[first + lane];
    if (at.muted || !(l.lanes >> source & 1)) /* not in the mask: nobody wants the value, we hope */
        return;
    event e = { 0, 0, read_access, false, false, nullptr, 0 };
    side a = { {}, l.place, read_access, at.block_number, first + lane, true };
    finding *f = find(uninitialized, e, a);
    f->memory = "register";
    f->detail = "the value of lane " + std::to_string(source) +
                (first + source < self->threads ? ", which has returned"
                                                : ", which the block does not have");
}

void on_left(const char *place)
{
    if (self)
        left_at[at.thread] = place;
}

} // namespace check
} // namespace cpu_device
