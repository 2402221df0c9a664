/* CPU device: the bug finder: what orders the threads of a launch. From top to bottom: the clock;
 * fences and atomics; the hooks of a running kernel. */
#include <algorithm>
#include <unordered_map>
#include "state.h"

namespace cpu_device
{
namespace check
{

now_running at;

namespace
{

tick all_met[32];   /* by warp: when its 32 lanes last met */
tick met[1024][32]; /* when the thread last met, directly or not, each lane of its warp */
tick warp_met[32];
const char *left_at[1024];
std::vector<std::pair<tick, unsigned long long>> block_begins EARLY; /* of this launch */

/* When the running thread last met that lane of its warp. */
tick met_lane(unsigned lane) { return std::max(all_met[at.thread / 32], met[at.thread][lane]); }

} // namespace

unsigned long long block_at(tick time)
{
    auto i =
        std::upper_bound(block_begins.begin(), block_begins.end(), std::make_pair(time, ~0ull));
    return i == block_begins.begin() ? 0 : (i - 1)->second;
}

/* ---- order by fences and atomics: what a thread stored before __threadfence() is known to who
 * later reads the flag or counter that it touched after the fence ----------------------------- */

namespace
{

/* Of a thread's last fence. */
struct fence {
    tick time = 0, barrier = 0, warp = 0;
};
/* [0]: its last fence of any scope, good for its own block; [1]: of the device. */
struct fences_of_thread {
    fence last[2];
};
struct release {
    tick time, barrier;
    fence last[2];
    unsigned long long block;
    unsigned thread;
    bool own_block; /* by an atomic that is one only within the block */
    bool
        hands_on; /* what its block has learned, to other blocks: there was a fence of the device */
    size_t first, last_acquired; /* of acquired[]: what its block knew itself */
};
struct acquire {
    const std::vector<release> *from;
    size_t count;
    unsigned thread;
    unsigned long long block;
    tick time;
    bool own_block; /* by an atomic that is one only within the block */
    bool lock;      /* it took a lock: what follows may still run before, until a fence */
    uintptr_t address;
};
std::unordered_map<uintptr_t, std::vector<release>> released EARLY;
std::unordered_map<unsigned long long, std::vector<fences_of_thread>> fences EARLY; /* by block */
std::vector<acquire> acquired EARLY;
size_t acquired_before;    /* this block */
size_t acquired_published; /* up to here releases speak of them: they stay as they are */

/* Does who acquires this release in a block of that number know of the access? */
bool covers(const release &r, const mark &a, unsigned long long to_block)
{
    unsigned thread = a.who & thread_bits;
    bool device = to_block != r.block;
    const fence &f = r.last[device];
    if (a.time >= r.time)
        return false;
    if (thread == r.thread)
        return a.time < f.time;
    if (a.time < f.barrier || (thread / 32 == r.thread / 32 && a.time < f.warp))
        return true;
    return a.time < r.barrier && a.time < fences[r.block][thread].last[device].time;
}

bool knows(const acquire &q, const mark &a, unsigned long long block, bool own_block, int &steps)
{
    const std::vector<release> &list = *q.from;
    for (size_t k = q.count; k-- > 0 && list[k].time > a.time && steps > 0; steps--) {
        const release &r = list[k];
        if ((own_block || r.own_block || q.own_block) && r.block != q.block)
            continue;
        if (r.block == block && covers(r, a, q.block))
            return true;
        if (r.block != q.block && !r.hands_on)
            continue;
        for (size_t i = r.first; r.block != block && i < r.last_acquired; i++)
            if (knows(acquired[i], a, block, false, steps))
                return true;
    }
    return false;
}

/* Does the running thread know what this one of its block has acquired? Behind the taking of a lock
 * only after a fence; one of the block is enough for what its own block has released. */
bool shares(const acquire &q, bool *own_block)
{
    *own_block = false;
    if (q.time < at.barrier)
        return true;
    if (q.thread / 32 != at.thread / 32)
        return false;
    if (q.time < met_lane(q.thread % 32))
        return true;
    if (q.thread != at.thread || !q.lock)
        return q.thread == at.thread;
    auto f = fences.find(at.block_number);
    if (f == fences.end())
        return false;
    *own_block = f->second[at.thread].last[1].time <= q.time;
    return f->second[at.thread].last[0].time > q.time;
}

/* ---- locks: whichever thread takes one first, the other might have. So what a thread does between
 * the taking and its fence is ordered before no later holder, either ------------------------------
 */

struct taking {
    uintptr_t lock;
    unsigned long long free; /* the value that it had, and got back */
    tick begin, end;
    tick fenced[2]; /* by a fence of any scope, by one of the device; 0: not yet */
    unsigned long long block;
    unsigned thread;
};
taking held[1024][4]; /* by the threads of this block, if begun in it */
bool any_held;
std::unordered_map<uintptr_t, std::vector<taking>> given_back EARLY; /* by who took it */

bool is_held(const taking &t) { return t.begin >= at.block; }

void fence_takings(unsigned thread, bool device)
{
    for (taking &t : held[thread])
        for (int scope = 0; scope <= device; scope++)
            if (is_held(t) && !t.fenced[scope])
                t.fenced[scope] = at.time;
}

/* Did this access, of that block, follow the taking of the lock without a fence? */
bool unfenced(uintptr_t lock, const mark &a, unsigned long long block)
{
    auto of_lock = given_back.find(lock);
    if (of_lock == given_back.end())
        return false;
    for (const taking &t : of_lock->second) {
        tick fence = t.fenced[block != at.block_number];
        if (t.block == block && t.thread == (a.who & thread_bits) && a.time >= t.begin &&
            a.time < (fence ? fence : t.end))
            return true;
    }
    return false;
}

bool acquired_from(const mark &a)
{
    if (!at.fenced || a.time < at.launch)
        return false;
    unsigned long long block = block_at(a.time);
    int steps = 100000;
    for (size_t i = acquired_before; i < acquired.size(); i++) {
        const acquire &q = acquired[i];
        bool own_block;
        if (shares(q, &own_block) && !unfenced(q.address, a, block) &&
            knows(q, a, block, own_block, steps))
            return true;
    }
    return false;
}

} // namespace

/* Only for want of a fence behind the taking of a lock is this access not ordered. */
bool wants_lock_fence(const mark &a)
{
    unsigned long long block = block_at(a.time);
    int steps = 100000;
    for (size_t i = acquired_before; i < acquired.size(); i++) {
        const acquire &q = acquired[i];
        bool own_block, shared = shares(q, &own_block);
        bool open = q.lock && q.thread == at.thread && (!shared || own_block);
        if ((open || unfenced(q.address, a, block)) && knows(q, a, block, false, steps))
            return true;
    }
    return false;
}

/* An atomic at the address of one that the running thread's block has made itself, later: whoever
 * drew the last ticket may set the counter back by a plain store. */
bool before_own_atomic(uintptr_t address, const mark &a)
{
    auto r = released.find(address);
    if (r == released.end() || !(a.who & atomic_bit))
        return false;
    bool own_block;
    for (size_t i = acquired_before; i < acquired.size(); i++)
        if (acquired[i].from == &r->second && acquired[i].time >= a.time &&
            shares(acquired[i], &own_block))
            return true;
    return false;
}

/* Does the running thread hold a lock that the thread of this access has had? Then what it loads is
 * no flag, even if it is volatile. */
bool same_lock(const mark &a)
{
    for (const taking &t : held[at.thread]) {
        auto of_lock = is_held(t) ? given_back.find(t.lock) : given_back.end();
        if (of_lock == given_back.end())
            continue;
        for (const taking &other : of_lock->second)
            if (other.block == block_at(a.time) && other.thread == (a.who & thread_bits))
                return true;
    }
    return false;
}

/* Is this access ordered before what the running thread does now? */
bool ordered(const mark &a)
{
    if (a.time < at.before || (a.time < at.grid && a.time >= at.launch))
        return true;
    if (a.time >= at.block) {
        unsigned thread = a.who & thread_bits;
        if (a.time < at.barrier || thread == at.thread ||
            (thread / 32 == at.thread / 32 && a.time < met_lane(thread % 32)))
            return true;
    }
    return acquired_from(a);
}

bool has_fenced() { return fences.count(at.block_number); }

void publish(uintptr_t address) /* the running thread, by an atomic */
{
    auto f = fences.find(at.block_number);
    if (f == fences.end())
        return;
    const fences_of_thread &mine = f->second[at.thread];
    released[address].push_back({ at.time,
                                  at.barrier,
                                  { mine.last[0], mine.last[1] },
                                  at.block_number,
                                  at.thread,
                                  at.block_scope,
                                  at.device_fence,
                                  acquired_before,
                                  acquired.size() });
    acquired_published = acquired.size();
}

void learn(uintptr_t address)
{
    auto r = released.find(address);
    if (r == released.end())
        return;
    if (acquired.size() > std::max(acquired_before, acquired_published) &&
        acquired.back().from == &r->second && acquired.back().thread == at.thread)
        acquired.pop_back();
    acquired.push_back({ &r->second, r->second.size(), at.thread, at.block_number, at.time,
                         at.block_scope, false, address });
}

/* ---- the hooks: a kernel runs --------------------------------------------------------------- */

void on_launch(const kernel_operation *launch)
{
    at.kernel = launch;
    at.copies_open = copies_are_open();
    at.both_paths = getenv("CPU_DEVICE_CHECK_BOTH");
    at.arena_size = at.copies_open || at.both_paths ? 0 : arena.size;
    operations[running].kernel = launch->name;
    at.launch = at.grid = at.time;
    at.fenced = false;
    block_begins.clear();
    released.clear();
    fences.clear();
    acquired.clear();
    given_back.clear();
    acquired_published = 0;
    launches++;
    if (std::find(kernels.begin(), kernels.end(), launch->name) == kernels.end())
        kernels.push_back(launch->name);
}

static void begin_block(unsigned long long block)
{
    at.block = at.barrier = at.warp = ++at.time;
    at.block_number = block;
    at.device_fence = any_held = false;
    acquired_before = acquired.size();
    block_begins.push_back({ at.time, block });
    std::fill(warp_met, warp_met + 32, at.time);
}

void on_block(unsigned long long block)
{
    if (block_begins.empty() || at.kernel->where.cooperative)
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

/* With its first thread, which waits for all; at a new time, later than what the others have done.
 */
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
    at.barrier = ++at.time;
    std::fill(warp_met, warp_met + 32, at.time);
    at.warp = at.time;
    for (unsigned i = 0; any_held && i < w->threads; i++)
        fence_takings(i, true);
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
    ++at.time;
    if (lanes == ~0u)
        all_met[warp] = at.time;
    for (unsigned i = 0; lanes != ~0u && i < 32; i++) {
        if (!(lanes >> i & 1))
            continue;
        for (unsigned k = 0; k < 32; k++) {
            tick t = met[warp * 32 + i][k];
            for (unsigned l = 0; l < 32; l++) /* what the others know of lanes that are not here */
                if (lanes >> l & 1)
                    t = std::max(t, met[warp * 32 + l][k]);
            met[warp * 32 + i][k] = lanes >> k & 1 ? at.time : t;
        }
    }
    warp_met[warp] = at.warp = at.time;
    for (unsigned i = 0; any_held && i < 32; i++)
        if (lanes >> i & 1)
            fence_takings(warp * 32 + i, true);
}

void on_fence(bool device)
{
    if (!self)
        return;
    settle();
    auto &of_block = fences[at.block_number];
    if (of_block.empty())
        of_block.resize(self->threads);
    fence now = { ++at.time, at.barrier, at.warp };
    of_block[at.thread].last[0] = now;
    if (device) {
        of_block[at.thread].last[1] = now;
        at.device_fence = true;
    }
    fence_takings(at.thread, device);
    at.fenced = true;
}

void on_lock_taken(const void *lock, unsigned long long free)
{
    if (!self)
        return;
    if (acquired.size() > acquired_before && acquired.back().thread == at.thread &&
        acquired.back().time == at.time)
        acquired.back().lock = true;
    taking *t = held[at.thread];
    for (taking &other : held[at.thread]) /* in the place of the oldest */
        if (t->lock != (uintptr_t)lock && (other.begin < t->begin || other.lock == (uintptr_t)lock))
            t = &other;
    *t = { (uintptr_t)lock, free, ++at.time, 0, { 0, 0 }, at.block_number, at.thread };
    any_held = true;
}

void on_lock_given(const void *lock, unsigned long long value)
{
    if (!self || !any_held)
        return;
    for (taking &t : held[at.thread])
        if (is_held(t) && t.lock == (uintptr_t)lock && t.free == value) {
            std::vector<taking> &of_lock = given_back[t.lock];
            t.end = at.time + 1;
            if (of_lock.size() < 256)
                of_lock.push_back(t);
            t.begin = 0;
        }
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
