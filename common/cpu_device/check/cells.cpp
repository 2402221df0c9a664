/* CPU device: the bug finder: an access against those before it. From top to bottom: two accesses
 * that nothing orders; an access to a cell; an access of a kernel, or of the host; the common
 * cases, quickly; copies. */
#include <string.h>
#include <algorithm>
#include <set>
#include "state.h"

namespace cpu_device::check
{

namespace
{

/* ---- two accesses that nothing orders -------------------------------------------------------- */

/* Two threads store to the same bytes. Do they store the same value? That is seen at the next
 * access. */
struct pending_same {
    uintptr_t address = 0; /* 0: nothing pending */
    unsigned bytes;
    char before[16]; /* the value that the first has stored */
    finding *f;
} same_value;

/* A plain load of what others change by atomics, which is the first half of a CAS loop if a
 * compare-and-exchange follows. */
struct pending_read {
    const cell *c;
    event e;
    mark other;
    unsigned long long block;
};
std::vector<pending_read> plain_reads EARLY;

/* Places of loads that began a CAS loop; and the races of plain loads with atomics, with the load's
 * place. Such a loop's load is excused everywhere, also where no CAS followed because the value was
 * large enough already. */
std::set<unsigned> first_of_cas EARLY;
std::vector<std::pair<unsigned, finding *>> plain_races EARLY;

/* Atomics whose repetition does no harm, by place. */
std::vector<bool> relaxes EARLY(place_bits + 1);

/* A race of a plain load with an atomic. An algorithm on a graph may load a distance or a level
 * first and then lower it by atomicMin: an old value only leads to one atomic more. But a load that
 * stands after the atomic in the source wants its result: report.cpp. */
void plain_race(finding *f, uint32_t load, uint32_t atomic)
{
    unsigned from = place_in(load), to = place_in(atomic);
    if (relaxes[to] && strcmp(f->memory, "shared"))
        f->relaxes = true;
    else
        f->differs = true;
    if (f->count == 1)
        plain_races.push_back({ from, f });
}

void settle_value()
{
    if (same_value.address &&
        memcmp((void *)same_value.address, same_value.before, same_value.bytes))
        same_value.f->differs = true;
    same_value.address = 0;
}

} // namespace

void settle()
{
    settle_value();
    for (size_t i = 0; i < plain_reads.size(); i++) {
        pending_read p = plain_reads[i];
        side b = side_of(p.other.who, atomic_access, block_at(p.other.time));
        plain_race(find(race, p.e, side_of(p.e.who, read_access, p.block), &b), p.e.who,
                   p.other.who);
    }
    plain_reads.clear();
    at.unsettled = false;
}

void excuse_cas_loops()
{
    for (auto &p : plain_races)
        p.second->excused = first_of_cas.count(p.first);
}

namespace
{

/* Two stores: whether they store the same value is decided later. */
void stores_meet(finding *f, const event &e)
{
    if (e.bytes > sizeof same_value.before) {
        f->differs = true;
    } else if (!same_value.address) {
        at.unsettled = true;
        same_value.address = e.address;
        same_value.bytes = e.bytes;
        same_value.f = f;
        memcpy(same_value.before, (void *)e.address, e.bytes);
    }
}

/* The access e meets one of that kind, and nothing orders the two. */
void conflict(const cell &c, const event &e, const mark &other, access_kind kind)
{
    if (at.muted)
        return;
    if (other.time < at.launch) { /* of a different launch, in a stream that nothing orders? */
        unsigned number = operation_at(other.time);
        if (!knows_operation(operations[running].known, number))
            unfinished(e, by_calls(operations[running].from, e.kind), kind, number);
        return;
    }
    if (e.kind == read_access && kind == atomic_access) {
        if (plain_reads.size() > 64)
            settle();
        at.noted++;
        plain_reads.push_back({ &c, e, other, at.block_number });
        at.unsettled = true;
        return;
    }
    side b = side_of(other.who, kind, block_at(other.time));
    finding *f = find(race, e, side_of(e.who, e.kind, at.block_number), &b);
    if (f->count == 1 && wants_lock_fence(other))
        f->detail = in_both([] {
            return _("a lock was taken or a flag was seen, but without a __threadfence() after "
                     "that, what "
                     "follows may run before it");
        });
    if (kind == read_access && e.kind == atomic_access)
        plain_race(f, other.who, e.who);
    else if (e.kind == write_access && kind == write_access && !e.later)
        stores_meet(f, e);
    else
        f->differs = true;
}

/* ---- an access to a cell --------------------------------------------------------------------- */

/* How far apart two accesses are, as a mark's flags: 0 of one warp, of other warps, other blocks or
 * launches. */
uint32_t distance(const mark &a, const mark &b)
{
    if (a.time < at.launch || b.time < at.launch)
        return spread | spread_blocks;
    if ((a.time < at.block || b.time < at.block) && block_at(a.time) != block_at(b.time))
        return spread | spread_blocks;
    if ((a.who & b.who & atomic_bit) && (a.who ^ b.who) & own_block)
        return spread;
    return (a.who ^ b.who) & warp_bits ? spread : 0;
}

/* Whatever will meet this one meets x too: it is over for all, or x follows it and is of its kind.
 * A plain load meets the atomics of others, an atomic their plain loads. */
bool gives_way(const mark &r, const mark &x)
{
    bool of_block = at.before == at.block; /* shared memory */
    return r.time < at.before || (of_block && r.time < at.barrier) ||
           (!((r.who ^ x.who) & atomic_bit) && ordered(r));
}

/* The cell remembers this load or atomic, in place of one that gives way, of two of another kind,
 * or if it is further from the other than what is there. */
void keep(cell &c, mark x)
{
    mark &a = c.reads[0], &b = c.reads[1];
    bool alone = (a.who ^ x.who) & (b.who ^ x.who) & atomic_bit;
    if (gives_way(a, x)) {
        a = x;
        if (gives_way(b, x))
            b = { 0, 0 };
        else
            b.who = (b.who & ~(spread | spread_blocks)) | distance(a, b);
    } else if (gives_way(b, x) || alone) {
        b = { x.time, x.who | distance(a, x) };
    } else {
        uint32_t d = distance(a, x);
        bool all_older = a.time < at.launch && b.time < at.launch; /* than this launch */
        if (all_older || d > (b.who & (spread | spread_blocks)))
            b = { x.time, x.who | d };
    }
}

/* A volatile load, which saw an old value of the flag that is raised now. */
bool polls(const mark &r) { return !(r.who & atomic_bit) && r.who & volatile_bit; }

void store_to(cell &c, const event &e)
{
    mark x = { at.time, e.who };
    bool releases = e.is_volatile && has_fenced();
    bool gives_back = releases && c.write.who & release_bit && holds_lock(e.address, c.write);
    if (!gives_back && !ordered(c.write))
        conflict(c, e, c.write, write_access);
    for (mark &r : c.reads)
        if (!ordered(r) && !before_own_atomic(e.address, r) && !(releases && polls(r)))
            conflict(c, e, r, kind_of_read(r));
    if (releases) {
        x.who |= release_bit;
        publish(e.address);
        give_lock_by_store(e.address);
    }
    c = { x, {} };
}

/* A compare-and-exchange: a plain load by the same thread just before belongs to its loop. */
void note_cas(cell &c)
{
    for (mark &r : c.reads)
        if (!(r.who & atomic_bit) && (r.who & thread_bits) == at.thread && r.time >= at.block) {
            first_of_cas.insert(place_in(r.who));
            r = { 0, 0 };
        }
    for (size_t i = plain_reads.size(); i-- > 0;)
        if (plain_reads[i].c == &c) {
            first_of_cas.insert(place_in(plain_reads[i].e.who));
            plain_reads.erase(plain_reads.begin() + (long)i);
        }
}

/* Is the last store a release, which this access acquires? Not if a lock protects the value. */
bool takes_released(const cell &c, const event &e)
{
    if (!(c.write.who & release_bit))
        return false;
    return e.kind == atomic_access || (e.is_volatile && !same_lock(c.write));
}

void load_from(cell &c, const event &e)
{
    mark x = { at.time, e.who };
    bool is_atomic = e.kind == atomic_access;
    if ((is_atomic || e.is_volatile) && at.fenced)
        learn(e.address, !is_atomic);
    if (!ordered(c.write) && !takes_released(c, e))
        conflict(c, e, c.write, write_access);
    if (e.compares && at.compares)
        note_cas(c);
    if (is_atomic ? at.block_scope : e.is_volatile)
        x.who |= is_atomic ? own_block : volatile_bit;
    for (mark &r : c.reads) {
        bool both = r.who & x.who & atomic_bit, neither = !((r.who | x.who) & atomic_bit);
        bool atomic = both && (r.time >= at.block || !((r.who | x.who) & own_block));
        if (!neither && !atomic && !ordered(r))
            conflict(c, e, r, kind_of_read(r));
    }
    keep(c, x);
    if (is_atomic && at.fenced)
        publish(e.address);
}

void touch(cell &c, const event &e) { e.kind == write_access ? store_to(c, e) : load_from(c, e); }

/* Words in which a copy or a memset ends (their state): bytes without a value are no padding. */
std::set<const uint8_t *> ragged EARLY;

/* Which of these bytes have a value? */
unsigned with_value(const space &s, const cell &c, unsigned bits, uint8_t state)
{
    if (&s != &shared_space)
        return bits & state >> 4;
    if (c.write.time >= at.shared)
        return bits;
    for (const mark &r : c.reads)
        if (r.who & atomic_bit && r.time >= at.shared)
            return bits;
    return 0;
}

/* Some bytes of an access have a value (`there`), others none: are these padding? In a struct of
 * four bytes that can be the second byte, { char, short }, or the fourth, { short, char }. */
bool is_padding(unsigned there, const event &e, const uint8_t *state)
{
    if (ragged.count(state))
        return false;
    return e.bytes != 4 || there == 13 || there == 7;
}

/* The word gets one cell again, if all accesses that its bytes remember are over. The latest of
 * them stay, for the host. */
void join_bytes(cell &c, const cell *bytes)
{
    cell all = {};
    for (unsigned i = 0; i < 4; i++) {
        if (bytes[i].write.time > all.write.time)
            all.write = bytes[i].write;
        for (const mark &r : bytes[i].reads)
            if (r.time > all.reads[0].time)
                all.reads[0] = r;
    }
    all.reads[0].who &= ~(spread | spread_blocks);
    if (all.write.time < at.before && all.reads[0].time < at.before)
        c = all;
}

/* The bytes address .. address + n - 1, all in one word. False: some do not exist. Sets `set` if
 * any has a value, `part` if only some have, and they are no padding. */
bool touch_word(space &s, uintptr_t address, unsigned n, const event &e, bool &set, bool &part)
{
    size_t offset = address - s.base, word = offset / 4;
    unsigned bits = ((1u << n) - 1) << offset % 4, there = 0;
    uint8_t &state = s.state[word];
    cell &c = s.cells[word];
    if (bits & ~state)
        return false;
    bool whole = n == 4;
    if (!whole && c.write.time != split) {
        for (unsigned i = 0; i < 4; i++)
            s.bytes[word * 4 + i] = c;
        c.write.time = split;
    }
    if (whole && c.write.time == split)
        join_bytes(c, &s.bytes[word * 4]);
    if (c.write.time != split) {
        there = with_value(s, c, bits, state);
        touch(c, e);
    } else {
        for (unsigned i = 0; i < 4; i++)
            if (bits >> i & 1) {
                cell &byte = s.bytes[word * 4 + i];
                there |= with_value(s, byte, 1u << i, state);
                touch(byte, e);
            }
    }
    set |= there;
    part |= whole && there && there != bits && !is_padding(there, e, &state);
    if (e.kind != read_access)
        state |= (uint8_t)(bits << 4);
    return true;
}

/* ---- an access of a kernel, or of the host --------------------------------------------------- */

void store_to_constant(const event &e)
{
    finding *f = find_here(wrong_memory, e);
    f->detail = in_both([&] {
        return say(_("%s, in constant memory, which kernels only read"), name_of_array(*f).c_str());
    });
}

/* A thread of a kernel loads or stores. */
inline __attribute__((always_inline)) void kernel_access(event &e)
{
    accesses++;
    if (at.relaxation && e.kind == atomic_access)
        relaxes[place_in(e.who)] = true;
    if (e.kind == atomic_access || e.is_volatile)
        note_system(e);
    at.atomics += e.kind == atomic_access;
    space *s = space_of(e.address);
    if (!s || (s == &globals && !s->state[(e.address - s->base) / 4])) {
        at.elsewhere++;
        return stray(e);
    }
    if (s == &shared_space && s->state[(e.address - s->base) / 4] == not_shared) {
        at.elsewhere++;
        return;
    }
    if (s == &globals && e.kind != read_access && is_constant_variable(e.address))
        return store_to_constant(e);
    bool stores = e.kind == write_access || (e.kind == atomic_access && at.unread);
    bool set = stores; /* some byte has a value */
    bool part = false; /* only some have, and the others are no padding */
    settle_value();
    if (at.in_flight && (e.kind != read_access || s == &shared_space) && meets_flight(e))
        return;
    at.before = s == &shared_space ? at.block : at.ordered;
    uintptr_t end = e.address + e.bytes;
    for (uintptr_t p = e.address, n; p < end; p += n) {
        n = std::min<uintptr_t>(4 - p % 4, end - p);
        if (p - s->base >= s->size || !touch_word(*s, p, (unsigned)n, e, set, part)) {
            find_here(out_of_bounds, e);
            return;
        }
    }
    if (s != &shared_space && at.copies_open)
        meets_open_copy(e);
    if (!set || (part && !stores))
        find_here(uninitialized, e);
}

void host_conflict(const event &e, const mark &a, access_kind kind)
{
    if (!a.time || e.is_volatile || (e.kind == read_access && kind == read_access))
        return;
    if (among_system_atomics(e))
        return;
    unsigned number = operation_at(a.time);
    if (!host_knows_access(number, a.time))
        unfinished(e, by_calls(calls_here(), e.kind), kind, number);
}

bool host_is_in; /* Thrust, which runs on the host here, may touch device memory */

/* The host loads or stores. Is it device memory, or what the device may still be working on? */
void host_access(event e)
{
    if (const void *variable = behind_shadow((const void *)e.address))
        e.address = (uintptr_t)variable;
    space *s = space_of(e.address);
    if (s == &shared_space || (on_device_thread && !in_host_function))
        return;
    array *a = s ? array_at(e.address) : nullptr;
    bool of_device = s && (s != &globals || a);
    order_host(e, of_device);
    if (!of_device)
        return;
    turn hold;
    bool shared =
        a && (a->kind == pinned_array || a->kind == managed_array || a->kind == managed_variable);
    if (host_is_in && e.kind != read_access)
        set_state(e.address, e.bytes, 0xf0, true);
    if (!a || a->freed || e.address + e.bytes > a->first + a->size) {
        find(out_of_bounds, e, by_calls(calls_here(), e.kind));
    } else if (!shared && !host_is_in) {
        find(wrong_memory, e, by_calls(calls_here(), e.kind))->detail =
            in_both([] { return _("device memory"); });
    } else {
        for (uintptr_t p = e.address; p < e.address + e.bytes; p++) {
            size_t i = p - s->base;
            const cell &c = s->cells[i / 4].write.time == split ? s->bytes[i] : s->cells[i / 4];
            host_conflict(e, c.write, write_access);
            for (const mark &r : c.reads)
                host_conflict(e, r, kind_of_read(r));
        }
        meets_copy(e);
        if (on_device_thread && !e.is_volatile && e.kind != atomic_access)
            note_host_function(e);
    }
}

} // namespace

/* ---- the common cases, quickly --------------------------------------------------------------- */

/* No call is needed: all that the cell remembers is ordered before by time alone, or it remembers
 * two loads, one of which will meet each later store that this load would meet. */
static inline bool past(tick t, tick before)
{
    return t < before || t - at.block < at.barrier - at.block;
}

/* One of the two loads that the cell remembers is of a different block; the other may also be. */
static __attribute__((noinline)) bool load_beside_blocks(cell &c, mark x)
{
    mark &r = c.reads[c.reads[0].time < at.block];
    if (!((r.who ^ x.who) & thread_bits) || r.time < at.barrier) {
        r = { x.time, x.who | (r.who & (spread | spread_blocks)) };
        return true;
    }
    return (r.who ^ x.who) & warp_bits || r.time >= at.warp;
}

static inline __attribute__((always_inline)) bool quick_load(cell &c, tick before, mark x)
{
    mark &a = c.reads[0], &b = c.reads[1];
    if (!past(c.write.time, before) || (a.who | b.who) & atomic_bit)
        return false;
    if (a.time < at.barrier && a.time >= at.block && b.time < at.barrier) {
        a = x;
        b = {};
        return true;
    }
    if (b.who & spread_blocks && a.time >= at.launch && b.time >= at.launch && !at.fenced)
        return (a.time < at.block && b.time < at.block) || load_beside_blocks(c, x);
    bool a_past = past(a.time, before), b_past = past(b.time, before);
    if ((!a_past && a.time < at.block) || (!b_past && b.time < at.block))
        return false;
    if (a_past || !((a.who ^ x.who) & thread_bits)) {
        a = x;
        if (b_past)
            b = {};
    } else if (b_past || !((b.who ^ x.who) & thread_bits)) {
        b = x;
    } else if (b.who & spread) {
        return true;
    } else if ((a.who ^ x.who) & warp_bits) {
        b = x;
    } else {
        return a.time >= at.warp && b.time >= at.warp;
    }
    if (b.time)
        b.who = (b.who & ~(spread | spread_blocks)) | ((a.who ^ b.who) & warp_bits ? spread : 0);
    return true;
}

static inline bool quick_store(cell &c, tick before, mark x)
{
    if (!past(c.write.time, before) || !past(c.reads[0].time, before) ||
        !past(c.reads[1].time, before))
        return false;
    c = { x, {} };
    return true;
}

template <unsigned n, bool store>
static inline __attribute__((always_inline)) bool quick_words(bool shared, cell *cells,
                                                              uint8_t *states, mark x)
{
    for (unsigned i = 0; i < n / 4; i++) {
        cell &c = cells[i];
        uint8_t state = states[i];
        if (store ? (state & 0x0f) != 0x0f : state != 0xff || (shared && c.write.time < at.block))
            return false;
        if (!(store ? quick_store : quick_load)(c, shared ? at.block : at.ordered, x))
            return false;
        if (store && state != 0xff)
            states[i] = 0xff;
    }
    return true;
}

template <unsigned n, bool store> static inline bool quick(uintptr_t address, const void *pc)
{
    if (n < 4 || address % 4 || (store && same_value.address))
        return false;
    size_t offset = address - shared_space.base;
    bool shared = offset < at.shared_size;
    /* the host's accesses also come here, even while a kernel runs */
    if (!shared && (!self || (offset = address - arena.base) >= at.arena_size))
        return false;
    const space &s = shared ? shared_space : arena;
    mark x = { at.time, at.thread | place_of(pc) << place_shift };
    if (!quick_words<n, store>(shared, &s.cells[offset / 4], &s.state[offset / 4], x))
        return false;
    accesses++;
    return true;
}

/* For the test of the quick path, which is off then (at.both_paths): would it have passed this
 * access without a finding, by the cells as the slow path has left them? */
static bool would_pass(const event &e)
{
    bool shared = e.address - shared_space.base < shared_space.size;
    const space &s = shared ? shared_space : arena;
    size_t word = (e.address - s.base) / 4;
    cell cells[4];
    uint8_t states[4];
    if (e.is_volatile || e.kind == atomic_access || e.bytes < 4 || e.bytes > 16 ||
        (e.bytes & (e.bytes - 1)) || e.address % 4 || e.address - s.base >= s.size ||
        (!shared && (at.copies_open || at.in_flight)) ||
        (e.kind == write_access && same_value.address))
        return false;
    std::copy_n(&s.cells[word], 4, cells);
    std::copy_n(&s.state[word], 4, states);
    mark x = { at.time, e.who };
    if (e.kind == write_access)
        return e.bytes == 4   ? quick_words<4, true>(shared, cells, states, x)
               : e.bytes == 8 ? quick_words<8, true>(shared, cells, states, x)
                              : quick_words<16, true>(shared, cells, states, x);
    return (shared && e.bytes == 4 && nothing_new(cells[0])) ||
           (e.bytes == 4   ? quick_words<4, false>(shared, cells, states, x)
            : e.bytes == 8 ? quick_words<8, false>(shared, cells, states, x)
                           : quick_words<16, false>(shared, cells, states, x));
}

static __attribute__((noinline)) void side_by_side(event &e)
{
    unsigned long long before = at.noted;
    bool pass = would_pass(e);
    kernel_access(e);
    if (pass && at.noted != before) {
        fprintf(stderr, "the bug finder's quick path would have passed what its slow path noted\n");
        abort();
    }
}

bool is_misaligned(const event &e, unsigned size)
{
    if (e.address % size == 0)
        return false;
    finding *f = find_here(misaligned, e);
    if (f->detail.empty())
        f->detail = in_both([=] { return say(_("the address is no multiple of %u"), size); });
    return true;
}

void on_access(uintptr_t address, unsigned bytes, access_kind kind, bool is_volatile, bool compares,
               const void *pc, bool later)
{
    event e = { address, bytes, kind, is_volatile, compares, later, pc, 0 };
    if (!self)
        return host_access(e);
    if (trial_runs) {
        e.who = place_of(pc) << place_shift;
        return trial_access(e);
    }
    e.who = at.thread | place_of(e.pc) << place_shift | (e.kind == atomic_access ? atomic_bit : 0);
    if (kind == atomic_access && is_misaligned(e, bytes))
        return; /* the compiler looks at other accesses */
    if (at.both_paths)
        side_by_side(e);
    else
        kernel_access(e);
}

void read_again(const async_copy &c)
{
    space *s = space_of((uintptr_t)c.from);
    at.before = at.ordered;
    for (unsigned i = 0; s && s != &shared_space && i < c.taken; i += 4) {
        size_t word = ((uintptr_t)c.from + i - s->base) / 4;
        mark x = { at.time, c.thread | place_of(c.pc) << place_shift };
        if (s->cells[word].write.time != split)
            keep(s->cells[word], x);
        else
            for (unsigned k = 0; k < 4; k++)
                keep(s->bytes[word * 4 + k], x);
    }
}

template <unsigned n> void other_load(uintptr_t address, const void *pc)
{
    if (quick<n, false>(address, pc))
        return;
    frame = FRAME_OF_CALLER; /* which jumps here, or it lies a little higher */
    on_access(address, n, read_access, false, false, pc);
}

template <unsigned n> void store(uintptr_t address, const void *pc)
{
    if (quick<n, true>(address, pc))
        return;
    frame = FRAME_OF_CALLER;
    on_access(address, n, write_access, false, false, pc);
}

#define INSTANTIATE(n)                                                                             \
    template void other_load<n>(uintptr_t, const void *);                                          \
    template void store<n>(uintptr_t, const void *);
INSTANTIATE(1)
INSTANTIATE(2)
INSTANTIATE(4)
INSTANTIATE(8)
INSTANTIATE(16)
#undef INSTANTIATE

/* ---- the hooks: copies ----------------------------------------------------------------------- */

static void note_ragged_ends(uintptr_t first, size_t n)
{
    for (uintptr_t end : { first, first + n })
        if (end % 4 && end - arena.base < arena.size)
            ragged.insert(&arena.state[(end - arena.base) / 4]);
}

void on_copy(void *dst, const void *src, size_t n)
{
    operations[running].what = "a copy";
    range((uintptr_t)src, n, false);
    range((uintptr_t)dst, n, true);
    set_state((uintptr_t)dst, n, 0xf0, true);
    note_ragged_ends((uintptr_t)dst, n);
    /* a byte without a value has none in the copy */
    space *s = space_of((uintptr_t)src), *d = space_of((uintptr_t)dst);
    for (size_t i = 0; s == &arena && d == s && i < n; i++) {
        size_t from = (uintptr_t)src + i - s->base, to = (uintptr_t)dst + i - d->base;
        if (!(s->state[from / 4] >> (4 + from % 4) & 1))
            d->state[to / 4] &= (uint8_t) ~(16u << to % 4);
    }
}

void on_set(void *p, size_t n)
{
    operations[running].what = "a memset";
    range((uintptr_t)p, n, true);
    set_state((uintptr_t)p, n, 0xf0, true);
    note_ragged_ends((uintptr_t)p, n);
}

void on_result(const void *p, size_t n)
{
    event e = { (uintptr_t)p, (unsigned)n, write_access, false, false, false, nullptr, 0 };
    array *a = array_at(e.address);
    if (!a || a->freed || (a->kind != device_array && a->kind != pool_array))
        return;
    find(wrong_memory, e, by_calls(calls_here(), e.kind))->detail =
        in_both([] { return _("device memory"); });
    set_state(e.address, n, 0xf0, true);
}

void on_stream_ordered(void *p, size_t n, const char *call)
{
    array *a = array_at((uintptr_t)p);
    operations[running].what = call;
    range((uintptr_t)p, n, true);
    if (a && !strcmp(call, "cudaFreeAsync"))
        a->freed_by = operations[running].from;
}

static finding *find_in_library(kind_of_bug kind, const char *call, const char *array, uintptr_t p)
{
    event e = { p, 4, read_access, false, false, false, nullptr, 0 };
    finding *f = find(kind, e, by_calls(operations[running].from, read_access));
    f->subject = call;
    f->detail = in_both([&] {
        return f->detail.text() + say(f->detail.empty() ? _("its %s") : _("; its %s"), array);
    });
    return f;
}

void on_library(const char *call)
{
    operations[running].what = call;
    count_launch(call);
}

static void find_no_value(const char *call, const char *array, uintptr_t first, size_t n)
{
    for (uintptr_t p = first; p < first + n; p++) {
        size_t i = p - arena.base;
        if (i < arena.size && !(arena.state[i / 4] >> (4 + i % 4) & 1)) {
            find_in_library(uninitialized, call, array, p);
            return;
        }
    }
}

void on_library_fault(const char *call, const char *array, const void *p, size_t n)
{
    struct array *a = array_at((uintptr_t)p);
    if (a || space_of((uintptr_t)p) == &arena) {
        uintptr_t outside = a && !a->freed ? a->first + a->size : (uintptr_t)p;
        finding *f = find_in_library(out_of_bounds, call, array, outside);
        f->detail = in_both(
            [&] { return f->detail.text() + say(_(", which has %zu bytes by its sizes"), n); });
        return;
    }
    finding *f = find_in_library(wrong_memory, call, array, (uintptr_t)p);
    f->memory = "host";
    f->detail = in_both([&] { return say(_("memory of the host: its %s"), array); });
}

void on_library(const char *call, const char *array, void *p, size_t n, bool reads, bool writes)
{
    if (reads) {
        range((uintptr_t)p, n, false);
        find_no_value(call, array, (uintptr_t)p, n);
    }
    if (!writes)
        return;
    range((uintptr_t)p, n, true);
    set_state((uintptr_t)p, n, 0xf0, true);
    note_ragged_ends((uintptr_t)p, n);
}

void on_host_let_in()
{
    host_is_in = true;
    on_host_waits_for_all();
}

} // namespace cpu_device::check
