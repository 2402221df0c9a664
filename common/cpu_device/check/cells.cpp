/* CPU device: the bug finder: memory and its cells. From top to bottom: what is a finding; a cell
 * is touched; an access of a kernel or the host; the common cases, quickly; copies; the hooks. */
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <algorithm>
#include <set>
#include "state.h"

namespace cpu_device
{
namespace check
{

namespace
{

thread_local int in_host_function;

/* ---- findings -------------------------------------------------------------------------------- */

extern "C" char __executable_start;

unsigned place_of(const void *pc)
{
    size_t offset = (size_t)((const char *)pc - &__executable_start) >> 2;
    return offset <= place_bits ? (unsigned)offset : 0;
}

const void *address_of(unsigned place) /* within the call instruction */
{
    return place ? &__executable_start + ((size_t)place << 2) - 1 : nullptr;
}

struct pending_same { /* two threads store to the same bytes: the same value? known afterwards */
    uintptr_t address = 0;
    unsigned bytes;
    char before[16];
    finding *f;
} same_value;

struct pending_read { /* a plain load of what others change atomically: does a CAS follow? */
    const cell *c;
    event e;
    mark other;
    unsigned long long block;
};
std::vector<pending_read> plain_reads EARLY;

side side_of(uint32_t who, access_kind kind, unsigned long long block)
{
    return {
        { address_of(who >> place_shift & place_bits) }, "", kind, block, who & thread_bits, true
    };
}

finding *find_here(kind_of_bug kind, const event &e)
{
    return find(kind, e, side_of(e.who, e.kind, at.block_number));
}

/* Loads that were seen to be the first of a CAS loop, by place, and the races of plain loads with
 * atomics: one that needs no CAS, because the value is large enough already, is no other load. */
std::set<unsigned> first_of_cas EARLY;
std::vector<std::pair<unsigned, finding *>> plain_races EARLY;

/* Atomics whose repetition does no harm, by place. */
std::vector<bool> relaxes EARLY(place_bits + 1);

/* A plain load and an atomic. In a graph's relaxations and levels the load comes first, and an old
 * value only leads to an atomic more; who loads after the atomic wants a result. */
void plain_race(finding *f, uint32_t load, uint32_t atomic)
{
    unsigned from = load >> place_shift & place_bits, to = atomic >> place_shift & place_bits;
    if (relaxes[to] && from < to && strcmp(f->memory, "shared"))
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

void conflict(const cell &c, const event &e, const mark &other, access_kind kind)
{
    if (at.muted)
        return;
    side b = side_of(other.who, kind, block_at(other.time));
    if (other.time < at.launch) { /* another launch, in a stream that nothing orders? */
        unsigned number = operation_at(other.time);
        if (!knows_operation(operations[running].known, number))
            unfinished(e, { operations[running].from, "", e.kind, 0, 0, false }, kind, number);
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
    finding *f = find(race, e, side_of(e.who, e.kind, at.block_number), &b);
    if (f->count == 1 && wants_lock_fence(other))
        f->detail = "a lock was taken, but without a __threadfence() behind the taking what "
                    "follows may run before it";
    if (kind == read_access && e.kind == atomic_access)
        return plain_race(f, other.who, e.who);
    if (e.kind != write_access || kind != write_access || e.bytes > sizeof same_value.before) {
        f->differs = true;
    } else if (!same_value.address) {
        at.unsettled = true;
        same_value.address = e.address;
        same_value.bytes = e.bytes;
        same_value.f = f;
        memcpy(same_value.before, (void *)e.address, e.bytes);
    }
}

/* ---- a cell is touched ----------------------------------------------------------------------- */

/* How far apart two accesses are: the same warp, other warps, other blocks or launches. */
uint32_t distance(const mark &a, const mark &b)
{
    if (a.time < at.launch || b.time < at.launch)
        return spread | spread_blocks;
    if ((a.time < at.block || b.time < at.block) && block_at(a.time) != block_at(b.time))
        return spread | spread_blocks;
    if ((a.who & b.who & atomic_bit) && (a.who ^ b.who) & own_block)
        return spread;
    return (a.who ^ b.who) & warp_bits && !((a.who | b.who) & atomic_bit) ? spread : 0;
}

void keep(cell &c, mark x)
{
    mark &a = c.reads[0], &b = c.reads[1];
    if (ordered(a)) {
        a = x;
        if (ordered(b))
            b = { 0, 0 };
        else
            b.who = (b.who & ~(spread | spread_blocks)) | distance(a, b);
    } else if (ordered(b)) {
        b = { x.time, x.who | distance(a, x) };
    } else {
        uint32_t d = distance(a, x);
        bool of_others = a.time < at.launch && b.time < at.launch; /* of none of this launch */
        if (of_others || d > (b.who & (spread | spread_blocks)))
            b = { x.time, x.who | d };
    }
}

void touch(cell &c, const event &e)
{
    mark x = { at.time, e.who };
    if (e.kind == write_access) {
        if (!ordered(c.write))
            conflict(c, e, c.write, write_access);
        for (mark &r : c.reads)
            if (!ordered(r) && !before_own_atomic(e.address, r))
                conflict(c, e, r, r.who & atomic_bit ? atomic_access : read_access);
        if (e.is_volatile && has_fenced()) {
            x.who |= release_bit;
            publish(e.address);
        }
        c = { x, {} };
        return;
    }
    if (e.kind == atomic_access || e.is_volatile)
        if (at.fenced)
            learn(e.address);
    if (!ordered(c.write) && !(e.is_volatile && c.write.who & release_bit && !same_lock(c.write)) &&
        !(e.kind == atomic_access && c.write.who & release_bit))
        conflict(c, e, c.write, write_access);
    if (e.compares &&
        at.compares) { /* a plain load by the same thread just before is the idiom of CAS loops */
        for (mark &r : c.reads)
            if (!(r.who & atomic_bit) && (r.who & thread_bits) == at.thread && r.time >= at.block) {
                first_of_cas.insert(r.who >> place_shift & place_bits);
                r = { 0, 0 };
            }
        for (size_t i = plain_reads.size(); i-- > 0;)
            if (plain_reads[i].c == &c)
                first_of_cas.insert(plain_reads[i].e.who >> place_shift & place_bits),
                    plain_reads.erase(plain_reads.begin() + (long)i);
    }
    if (e.kind == atomic_access && at.block_scope)
        x.who |= own_block;
    for (mark &r : c.reads) {
        bool both = r.who & x.who & atomic_bit, neither = !((r.who | x.who) & atomic_bit);
        bool atomic = both && (r.time >= at.block || !((r.who | x.who) & own_block));
        if (!neither && !atomic && !ordered(r))
            conflict(c, e, r, r.who & atomic_bit ? atomic_access : read_access);
    }
    keep(c, x);
    if (e.kind == atomic_access && at.fenced)
        publish(e.address);
}

/* Words at the ragged ends of copies and memsets: no padding is left out there. */
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

/* Bytes without a value beside others with one: is it padding? In a struct of four bytes that can
 * be its second byte, { char, short }, or its fourth, { short, char }. */
bool is_padding(unsigned there, const event &e, const uint8_t *state)
{
    if (ragged.count(state))
        return false;
    return e.bytes != 4 || there == 13 || there == 7;
}

/* A word again: all that its bytes remember is over. The latest of it stays, for the host. */
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

/* Bytes address .. address + n - 1, all in one word. Returns false when they are not there. */
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

bool on_stack(uintptr_t address)
{
    static thread_local uintptr_t low, high;
    if (address - (uintptr_t)__builtin_frame_address(0) < 64 * 1024)
        return true;
    if (!high) {
        pthread_attr_t attributes;
        void *stack;
        size_t size;
        pthread_getattr_np(pthread_self(), &attributes);
        pthread_attr_getstack(&attributes, &stack, &size);
        pthread_attr_destroy(&attributes);
        low = (uintptr_t)stack;
        high = low + size;
    }
    return address - low < high - low;
}

bool is_mapped(uintptr_t address) /* or a pointer to nowhere? */
{
    unsigned char there;
    return mincore((void *)(address & ~(uintptr_t)4095), 1, &there) == 0;
}

/* Pages of the program that are not written once it runs: constants, tables of functions. */
bool is_constant(uintptr_t address)
{
    static uintptr_t low, high;
    if (!high)
        dl_iterate_phdr(
            [](struct dl_phdr_info *info, size_t, void *) {
                high = 1;
                for (int i = 0; i < info->dlpi_phnum; i++)
                    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
                        low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
                        high = low + info->dlpi_phdr[i].p_memsz;
                    }
                return 1;
            },
            nullptr);
    return (address >= (uintptr_t)&__executable_start && address < globals.base) ||
           address - low < high - low;
}

/* Of an address among the program's variables: the device's variable that it is just behind. */
std::string behind_variable(uintptr_t address)
{
    array *a = nearest_array(address);
    uintptr_t away = a ? address - (a->first + a->size) : 64;
    if (away >= 64 || !a->name)
        return "";
    return ", " + std::to_string(away) + " bytes past the end of " + a->name;
}

/* A kernel touches what is no array or variable of the device. */
void stray(const event &e)
{
    if (on_stack(e.address) ||                                                      /* mostly */
        e.address - (uintptr_t)at.kernel < malloc_usable_size((void *)at.kernel) || /* arguments */
        (e.address ^ device_heap) < heap_bytes || is_constant(e.address) ||
        is_registered((void *)e.address))
        return;
    space *s = space_of(e.address);
    bool host = s == &globals || (!s && is_mapped(e.address));
    finding *f = find_here(host ? wrong_memory : out_of_bounds, e);
    f->memory = host ? "host" : "global";
    f->array = f->element = "";
    f->size = 0;
    f->index = 0;
    f->detail = host               ? "memory of the host" + behind_variable(e.address)
                : e.address < 4096 ? "a null pointer"
                                   : "an address outside of any array";
}

} // namespace

/* A kernel touches what is not mapped; that has been noted. It goes on with a page of zeroes, so
 * that one bug does not hide the others. */
bool on_wild_access(char *address)
{
    static int pages = 1000;
    char *page = (char *)((uintptr_t)address & ~(uintptr_t)4095);
    if ((uintptr_t)address < 1 << 16 || on_stack((uintptr_t)address) || pages-- <= 0)
        return false;
    if ((uintptr_t)address - arena.base < arena.size)
        return mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0;
    void *p = mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED && p != page)
        munmap(p, 4096);
    return p == page;
}

namespace
{

/* A thread of a kernel loads or stores. */
inline __attribute__((always_inline)) void kernel_access(event &e)
{
    accesses++;
    if (at.relaxation && e.kind == atomic_access)
        relaxes[e.who >> place_shift & place_bits] = true;
    space *s = space_of(e.address);
    if (!s || (s == &globals && !s->state[(e.address - s->base) / 4]))
        return stray(e);
    if (s == &shared_space && s->state[(e.address - s->base) / 4] == not_shared)
        return;
    bool stores = e.kind == write_access || (e.kind == atomic_access && at.unread);
    bool set = stores; /* has any byte a value? padding has none */
    bool part = false; /* only a part of them, and it is no padding */
    settle_value();
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
    unsigned number = operation_at(a.time);
    if (!knows_operation(host_knows, number))
        unfinished(e, { calls_here(), "", e.kind, 0, 0, false }, kind, number);
}

/* The host loads or stores: device memory, or what the device may still be working on? */
void host_access(const event &e)
{
    space *s = space_of(e.address);
    if (!s || s == &shared_space || (on_device_thread && !in_host_function))
        return;
    array *a = array_at(e.address);
    if (s == &globals && !a)
        return;
    turn hold;
    if (!a || e.address + e.bytes > a->first + a->size) {
        find(out_of_bounds, e, { calls_here(), "", e.kind, 0, 0, false });
    } else if (a->kind != pinned_array && a->kind != managed_array && a->kind != managed_variable) {
        find(wrong_memory, e, { calls_here(), "", e.kind, 0, 0, false })->detail = "device memory";
    } else if (!in_host_function) {
        for (uintptr_t p = e.address; p < e.address + e.bytes; p++) {
            size_t i = p - s->base;
            const cell &c = s->cells[i / 4].write.time == split ? s->bytes[i] : s->cells[i / 4];
            host_conflict(e, c.write, write_access);
            for (const mark &r : c.reads)
                host_conflict(e, r, r.who & atomic_bit ? atomic_access : read_access);
        }
        meets_copy(e);
    }
}

} // namespace

/* ---- the common cases, quickly --------------------------------------------------------------- */

/* Without a call: everything that the cell remembers is ordered before by time
 * alone, or the cell keeps two loads of which one will meet any later store as this one would. */
static inline bool past(tick t, tick before)
{
    return t < before || t - at.block < at.barrier - at.block;
}

/* One of the two loads is of another block, the other of this one. */
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
    /* while a kernel runs, another thread of the host may be here */
    if (!shared && (!self || (offset = address - arena.base) >= at.arena_size))
        return false;
    const space &s = shared ? shared_space : arena;
    mark x = { at.time, at.thread | place_of(pc) << place_shift };
    if (!quick_words<n, store>(shared, &s.cells[offset / 4], &s.state[offset / 4], x))
        return false;
    accesses++;
    return true;
}

/* For the test of the quick path (at.both_paths, then it is off): would it have passed this access
 * without a word, by the cells as the slow path has kept them? */
static bool would_pass(const event &e)
{
    bool shared = e.address - shared_space.base < shared_space.size;
    const space &s = shared ? shared_space : arena;
    size_t word = (e.address - s.base) / 4;
    cell cells[4];
    uint8_t states[4];
    if (e.is_volatile || e.kind == atomic_access || e.bytes < 4 || e.bytes > 16 ||
        (e.bytes & (e.bytes - 1)) || e.address % 4 || e.address - s.base >= s.size ||
        (!shared && at.copies_open) || (e.kind == write_access && same_value.address))
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

void on_access(uintptr_t address, unsigned bytes, access_kind kind, bool is_volatile, bool compares,
               const void *pc)
{
    event e = { address, bytes, kind, is_volatile, compares, pc, 0 };
    if (!self)
        return host_access(e);
    e.who = at.thread | place_of(e.pc) << place_shift | (e.kind == atomic_access ? atomic_bit : 0);
    if (at.both_paths)
        side_by_side(e);
    else
        kernel_access(e);
}

template <unsigned n> void other_load(uintptr_t address, const void *pc)
{
    if (!quick<n, false>(address, pc))
        on_access(address, n, read_access, false, false, pc);
}

template <unsigned n> void store(uintptr_t address, const void *pc)
{
    if (!quick<n, true>(address, pc))
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
    /* what has no value has none in the copy */
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

host_function::host_function() { in_host_function++; }
host_function::~host_function() { in_host_function--; }

} // namespace check
} // namespace cpu_device
