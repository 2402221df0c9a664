/* CPU device: the bug finder: what orders the threads of a launch. From top to bottom: the clock;
 * fences and atomics; locks; whether an access is ordered before another; what moves the clock. */
#include <algorithm>
#include <map>
#include <unordered_map>
#include "state.h"

namespace cpu_device::check
{

tick warp_met[32];

namespace
{

tick all_met[32];   /* by warp: when its 32 lanes last met */
tick met[1024][32]; /* when the thread last met, directly or not, each lane of its warp */
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

/* ---- order by fences and atomics ------------------------------------------------------------- */

/* What a thread stored before __threadfence() is known to each thread that later reads the flag or
 * counter that the first thread changed after the fence. The change is a release, the read an
 * acquire. */

namespace
{

struct fence {
    tick time = 0;              /* of the fence, */
    tick barrier = 0, warp = 0; /* and when its block and its warp had last met then */
};
/* last[0]: its last fence of any scope, which serves its own block; last[1]: of the device. */
struct fences_of_thread {
    fence last[2];
};
struct release {
    tick time, barrier; /* barrier: when the block's last one had opened */
    fence last[2];
    unsigned long long block;
    unsigned thread;
    bool own_block; /* by an atomic that is one only within the block */
    bool
        hands_on; /* to other blocks, what its block has learned: there was a fence of the device */
    size_t first, last_acquired; /* what its block knew: a range of acquired[] */
};
struct acquire {
    const std::vector<release> *from; /* the releases at the address, */
    size_t count;                     /* how many of them, from the first */
    unsigned thread;
    unsigned long long block;
    tick time;
    bool own_block; /* by an atomic that is one only within the block */
    bool lock;      /* it took a lock or saw a flag: until a fence, what follows may run before */
    uintptr_t address;
};
std::unordered_map<uintptr_t, std::vector<release>> released EARLY;
std::unordered_map<unsigned long long, std::vector<fences_of_thread>> fences EARLY; /* by block */
std::vector<acquire> acquired EARLY;
size_t acquired_before;    /* how many when this block began */
size_t acquired_published; /* how many are in the range of a release and must stay */

/* The release is acquired in a block of that number: is the access known there? */
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

/* A search for what orders an access before the running thread: the releases that an acquire sees,
 * and those that their blocks had acquired before. Each needs to be looked at once, so the search
 * remembers up to where it has come. */
struct search {
    mark a;
    unsigned long long block; /* of the access */
    int steps = at.search_steps;
    /* how many of a list of releases, as a block sees them; [1]: only those of its own */
    std::map<std::pair<const void *, unsigned long long>, size_t> seen[2] = {};
    std::unordered_map<size_t, size_t> learned = {}; /* acquired[], up to where, from a first */
    std::vector<size_t> next = {};                   /* in acquired[] */

    bool knows(const acquire &q, bool own_block);
    bool among_releases(const acquire &q, bool own_block);
};

/* Is the access known by this acquire, directly or through others? own_block: only by releases of
 * its own block. */
bool search::knows(const acquire &q, bool own_block)
{
    next.clear();
    if (among_releases(q, own_block))
        return true;
    while (!next.empty()) {
        size_t i = next.back();
        next.pop_back();
        if (among_releases(acquired[i], false))
            return true;
    }
    return false;
}

bool search::among_releases(const acquire &q, bool own_block)
{
    const std::vector<release> &list = *q.from;
    own_block |= q.own_block;
    size_t &from = seen[own_block][{ q.from, q.block }], first = from;
    from = std::max(from, q.count);
    for (size_t k = q.count; k-- > first && list[k].time > a.time && steps-- > 0;) {
        const release &r = list[k];
        if ((own_block || r.own_block) && r.block != q.block)
            continue;
        if (r.block == block && covers(r, a, q.block))
            return true;
        if (r.block == block || (r.block != q.block && !r.hands_on))
            continue;
        size_t &until = learned[r.first];
        for (size_t i = std::max(until, r.first); i < r.last_acquired; i++)
            next.push_back(i);
        until = std::max(until, r.last_acquired);
    }
    return false;
}

/* Does the running thread know what this acquire of its block has learned? If that took a lock
 * or saw a volatile flag, only after a fence; after one of the block's scope, only what its own
 * block has released. */
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

/* ---- locks ----------------------------------------------------------------------------------- */

/* A lock might have been taken in another order. So what a thread does between taking it and its
 * fence is not ordered before what a later holder does, either. */

struct taking {
    uintptr_t lock;
    unsigned long long free; /* the value that it had, and got back */
    tick begin, end;
    tick fenced[2]; /* when a fence came: of any scope, of the device; 0: not yet */
    unsigned long long block;
    unsigned thread;
};
taking held[1024][4]; /* by thread of this block; those that began before it are over */
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

/* Did this access, of that block, come after the taking of the lock and before a fence? */
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
    search s = { a, block_at(a.time) };
    for (size_t i = acquired.size(); i-- > acquired_before;) { /* it is mostly the last one */
        const acquire &q = acquired[i];
        bool own_block;
        if (!shares(q, &own_block) || !s.knows(q, own_block))
            continue;
        if (!unfenced(q.address, a, s.block))
            return true;
        s = search{ a, s.block, s.steps }; /* another way may lead through the same releases */
    }
    if (s.steps > 0)
        return false;
    not_known[at.kernel->name]++;
    return true;
}

} // namespace

/* Would this access be ordered if a fence came after the taking of a lock? */
bool wants_lock_fence(const mark &a)
{
    search s = { a, block_at(a.time) };
    for (size_t i = acquired.size(); i-- > acquired_before;) {
        const acquire &q = acquired[i];
        bool own_block, shared = shares(q, &own_block);
        bool open = q.lock && q.thread == at.thread && (!shared || own_block);
        if ((open || unfenced(q.address, a, s.block)) && s.knows(q, false))
            return true;
    }
    return false;
}

/* Is this an atomic, and has the running thread's block made one at the same address later? The
 * block that drew the last ticket may set the counter back by a plain store. */
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

/* Does the running thread hold a lock that the thread of this access held before? Then what it
 * loads is protected by the lock and no flag, even if it is volatile. */
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

/* Has the running thread taken the lock at this address since that access? */
bool holds_lock(uintptr_t lock, const mark &a)
{
    for (const taking &t : held[at.thread])
        if (is_held(t) && t.lock == lock && t.begin >= a.time)
            return true;
    return false;
}

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

void publish(uintptr_t address)
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

void learn(uintptr_t address, bool by_flag)
{
    auto r = released.find(address);
    if (r == released.end())
        return;
    if (acquired.size() > std::max(acquired_before, acquired_published) &&
        acquired.back().from == &r->second && acquired.back().thread == at.thread)
        acquired.pop_back();
    acquired.push_back({ &r->second, r->second.size(), at.thread, at.block_number, at.time,
                         at.block_scope, by_flag, address });
}

/* ---- what moves the clock -------------------------------------------------------------------- */

void begin_launch()
{
    at.launch = at.grid = at.time;
    at.fenced = false;
    block_begins.clear();
    released.clear();
    fences.clear();
    acquired.clear();
    given_back.clear();
    acquired_published = 0;
}

bool has_begun() { return !block_begins.empty(); }

void begin_block(unsigned long long block)
{
    at.block = at.barrier = at.warp = ++at.time;
    at.block_number = block;
    at.device_fence = any_held = false;
    acquired_before = acquired.size();
    block_begins.push_back({ at.time, block });
    std::fill(warp_met, warp_met + 32, at.time);
}

void pass_barrier(unsigned threads)
{
    at.barrier = at.warp = ++at.time;
    std::fill(warp_met, warp_met + 32, at.time);
    for (unsigned i = 0; any_held && i < threads; i++)
        fence_takings(i, true);
}

static void meet(unsigned warp, unsigned lanes)
{
    for (unsigned i = 0; i < 32; i++) {
        if (!(lanes >> i & 1))
            continue;
        for (unsigned k = 0; k < 32; k++) {
            tick t = met[warp * 32 + i][k];
            for (unsigned l = 0; l < 32;
                 l++) /* of lanes that are not here, what any of them knew */
                if (lanes >> l & 1)
                    t = std::max(t, met[warp * 32 + l][k]);
            met[warp * 32 + i][k] = lanes >> k & 1 ? at.time : t;
        }
    }
}

void pass_warp(unsigned warp, unsigned lanes)
{
    ++at.time;
    if (lanes == ~0u)
        all_met[warp] = at.time;
    else
        meet(warp, lanes);
    warp_met[warp] = at.warp = at.time;
    for (unsigned i = 0; any_held && i < 32; i++)
        if (lanes >> i & 1)
            fence_takings(warp * 32 + i, true);
}

void pass_fence(bool device)
{
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

void take_lock(uintptr_t lock, unsigned long long free)
{
    if (acquired.size() > acquired_before && acquired.back().thread == at.thread &&
        acquired.back().time == at.time)
        acquired.back().lock = true;
    taking *t = held[at.thread];
    for (taking &other : held[at.thread]) /* in place of the oldest */
        if (t->lock != lock && (other.begin < t->begin || other.lock == lock))
            t = &other;
    *t = { lock, free, ++at.time, 0, { 0, 0 }, at.block_number, at.thread };
    any_held = true;
}

void give_lock(uintptr_t lock, unsigned long long value)
{
    if (!any_held)
        return;
    for (taking &t : held[at.thread])
        if (is_held(t) && t.lock == lock && t.free == value) {
            std::vector<taking> &of_lock = given_back[t.lock];
            t.end = at.time + 1;
            if (of_lock.size() < 256)
                of_lock.push_back(t);
            t.begin = 0;
        }
}

void give_lock_by_store(uintptr_t lock)
{
    for (const taking &t : held[at.thread])
        if (any_held && is_held(t) && t.lock == lock)
            give_lock(lock, t.free);
}

} // namespace cpu_device::check
