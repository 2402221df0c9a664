/* CPU device: the bug finder. The compiler calls __tsan_... before each load and store of a program
 * (-fsanitize=thread without its library); each 4 bytes of shared and device memory have a cell
 * that remembers who touched them. From top to bottom: time and order; memory and its cells; what
 * is a finding; the operations of streams; the hooks; what the compiler calls.
 *
 * The blocks of a launch run one after another on one CPU thread, so one clock serves: it ticks
 * when something orders threads. An access with an earlier time is ordered before the running
 * thread's if a barrier, a meeting of the warp, or a fence and an atomic lie between; if not, and
 * one of the two writes, it is a race, whatever the run made of it. */
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <set>
#include <unordered_map>
#include "check_report.h"
#include "runtime.h"

namespace cpu_device
{
namespace check
{
namespace
{

typedef uint32_t tick;

/* Who: thread 0..9, code address 10..27, flags. */
const uint32_t thread_bits = 1023, warp_bits = 992, spread_blocks = 1u << 28, spread = 1u << 29,
               atomic_bit = 1u << 30, release_bit = 1u << 31;
const unsigned place_shift = 10, place_bits = (1u << 18) - 1;

struct mark {
    tick time;
    uint32_t who;
};

/* The last store, and two of the loads (or atomics) since: of different blocks or warps if there
 * were such, so that whoever stores next meets one that is not its own. */
struct cell {
    mark write, reads[2];
};

/* A range of addresses with cells. state, one byte per 4: in the lower half those that exist, in
 * the upper half those that have a value. A cell whose write.time is `split` has given way to one
 * per byte in bytes[]. */
struct space {
    uintptr_t base;
    size_t size;
    cell *cells, *bytes;
    uint8_t *state;
};
space shared_space, arena, globals;
const uint8_t not_shared = 0xf0; /* state of what lies between the shared variables */
const size_t guard = 64 * 1024, shared_guard = 256;
alignas(128) thread_local char dynamic_bytes[guard + 64 * 1024 + guard];
const tick split = ~0u;

struct {
    tick time = 1;
    tick ordered = 1;   /* what is earlier comes from operations that are ordered before this */
    tick before;        /* that, or for shared memory when the block began */
    tick launch, block; /* when they began */
    tick barrier;       /* when the block's last barrier opened */
    tick warp;          /* when the thread's warp last met, or that barrier */
    unsigned thread;    /* that runs */
    unsigned long long block_number;
    const kernel_operation *kernel;
    size_t shared_size, arena_size; /* for what is quick; 0 outside of kernels */
    bool muted;  /* after a divergence, what follows in this block says nothing */
    bool fenced; /* some thread of this launch has called __threadfence */
} at;

tick met[1024][32]; /* when the thread last met, directly or not, each lane of its warp */
tick warp_met[32];
const char *left_at[1024];
std::vector<std::pair<tick, unsigned long long>> block_begins EARLY; /* of this launch */

unsigned long long block_at(tick time)
{
    auto i =
        std::upper_bound(block_begins.begin(), block_begins.end(), std::make_pair(time, ~0ull));
    return i == block_begins.begin() ? 0 : (i - 1)->second;
}

/* ---- order by fences and atomics: what a thread stored before __threadfence() is known to who
 * later reads the flag or counter that it touched after the fence ----------------------------- */

struct release {
    tick time, fence, barrier_then, warp_then, barrier; /* then: when it fenced */
    unsigned long long block;
    unsigned thread;
    size_t first, last; /* of acquired[]: what its block knew itself */
};
struct fence {
    tick time = 0, barrier = 0, warp = 0;
};
struct acquire {
    const std::vector<release> *from;
    size_t count;
    unsigned thread;
    tick time;
};
std::unordered_map<uintptr_t, std::vector<release>> released EARLY;
std::unordered_map<unsigned long long, std::vector<fence>> fences
    EARLY; /* by block, then by thread */
std::vector<acquire> acquired EARLY;
size_t acquired_before;    /* this block */
size_t acquired_published; /* up to here releases speak of them: they stay as they are */

bool covers(const release &r, const mark &a)
{
    unsigned thread = a.who & thread_bits;
    if (a.time >= r.time)
        return false;
    if (thread == r.thread)
        return a.time < r.fence;
    if (a.time < r.barrier_then || (thread / 32 == r.thread / 32 && a.time < r.warp_then))
        return true;
    return a.time < r.barrier && a.time < fences[r.block][thread].time;
}

bool knows(size_t first, size_t last, const mark &a, unsigned long long block, int &steps)
{
    for (size_t i = first; i < last; i++) {
        const std::vector<release> &list = *acquired[i].from;
        for (size_t k = acquired[i].count; k-- > 0 && list[k].time > a.time && steps > 0; steps--)
            if (list[k].block == block ? covers(list[k], a)
                                       : knows(list[k].first, list[k].last, a, block, steps))
                return true;
    }
    return false;
}

/* Does the running thread know what this one of its block has acquired? */
bool shares(const acquire &q)
{
    return q.thread == at.thread || q.time < at.barrier ||
           (q.thread / 32 == at.thread / 32 && q.time < met[at.thread][q.thread % 32]);
}

bool acquired_from(const mark &a)
{
    if (!at.fenced || a.time < at.launch)
        return false;
    unsigned long long block = block_at(a.time);
    int steps = 100000;
    for (size_t i = acquired_before; i < acquired.size(); i++)
        if (shares(acquired[i]) && knows(i, i + 1, a, block, steps))
            return true;
    return false;
}

/* An atomic at the address of one that the running thread's block has made itself, later: whoever
 * drew the last ticket may set the counter back by a plain store. */
bool before_own_atomic(uintptr_t address, const mark &a)
{
    auto r = released.find(address);
    if (r == released.end() || !(a.who & atomic_bit))
        return false;
    for (size_t i = acquired_before; i < acquired.size(); i++)
        if (acquired[i].from == &r->second && acquired[i].time >= a.time && shares(acquired[i]))
            return true;
    return false;
}

/* Is this access ordered before what the running thread does now? */
bool ordered(const mark &a)
{
    if (a.time < at.before)
        return true;
    if (a.time >= at.block) {
        unsigned thread = a.who & thread_bits;
        if (a.time < at.barrier || thread == at.thread ||
            (thread / 32 == at.thread / 32 && a.time < met[at.thread][thread % 32]))
            return true;
    }
    return acquired_from(a);
}

void publish(uintptr_t address) /* the running thread, by an atomic */
{
    auto f = fences.find(at.block_number);
    if (f == fences.end())
        return;
    const fence &mine = f->second[at.thread];
    released[address].push_back({ at.time, mine.time, mine.barrier, mine.warp, at.barrier,
                                  at.block_number, at.thread, acquired_before, acquired.size() });
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
    acquired.push_back({ &r->second, r->second.size(), at.thread, at.time });
}

/* ---- operations in streams ------------------------------------------------------------------ */

typedef std::vector<unsigned> clock; /* by stream: the number of the last operation that is known */

void join(clock &a, const clock &b)
{
    if (a.size() < b.size())
        a.resize(b.size());
    for (size_t i = 0; i < b.size(); i++)
        a[i] = std::max(a[i], b[i]);
}

struct operation_info {
    size_t stream;
    clock known;
    tick begin;
    call_stack from;
    const char *kernel; /* null: a copy or the like */
};
struct stream_info {
    const void *handle;
    bool blocking;
    clock known;
    std::vector<unsigned> numbers;
};
struct range_access { /* by a copy or a memset */
    uintptr_t first, last;
    unsigned operation;
    bool write;
};
std::vector<operation_info> operations EARLY(1);
std::vector<stream_info> streams EARLY;
/* What kernels get from malloc: glibc's heap of the device thread, at a multiple of its size. */
const uintptr_t heap_bytes = 64 << 20;
uintptr_t device_heap;
std::vector<range_access> ranges EARLY;
clock host_knows;
unsigned running; /* the number of the operation that runs */
thread_local int in_host_function;
pthread_t device_thread_id;
bool device_thread_known;

size_t stream_index(const void *handle)
{
    for (size_t i = 0; i < streams.size(); i++)
        if (streams[i].handle == handle)
            return i;
    streams.push_back({ handle, true, host_knows, {} });
    return streams.size() - 1;
}

bool knows_operation(const clock &c, unsigned number)
{
    size_t stream = operations[number].stream;
    return stream < c.size() && c[stream] >= number;
}

unsigned operation_at(tick time)
{
    auto i = std::upper_bound(operations.begin() + 1, operations.begin() + running + 1, time,
                              [](tick t, const operation_info &o) { return t < o.begin; });
    return (unsigned)(i - operations.begin()) - 1;
}

} // namespace

void on_operation()
{
    device_thread_id = pthread_self();
    device_thread_known = true;
    operation_info &o = operations[++running];
    at.ordered = o.begin = ++at.time;
    for (size_t s = 0; s < streams.size(); s++) {
        unsigned known = s < o.known.size() ? o.known[s] : 0;
        auto &numbers = streams[s].numbers;
        auto first = std::upper_bound(numbers.begin(), numbers.end(), known);
        if (first != numbers.end() && *first < running)
            at.ordered = std::min(at.ordered, operations[*first].begin);
    }
}

namespace
{

/* ---- findings ------------------------------------------------------------------------------- */

extern "C" char __executable_start, etext;

unsigned place_of(const void *pc)
{
    size_t offset = (size_t)((const char *)pc - &__executable_start) >> 2;
    return offset <= place_bits ? (unsigned)offset : 0;
}

const void *address_of(unsigned place) /* within the call instruction */
{
    return place ? &__executable_start + ((size_t)place << 2) - 1 : nullptr;
}

struct event {
    uintptr_t address;
    unsigned bytes;
    access_kind kind;
    bool is_volatile, compares;
    const void *pc;
    uint32_t who;
};

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

/* The finding of that kind at these places, or a new one; counted once more. */
finding *find(kind_of_bug kind, const event &e, const side &a, const side *b = nullptr)
{
    std::string key = a.place;
    for (const side *s : { &a, b })
        if (s && !s->pcs.empty())
            key += std::to_string((uintptr_t)s->pcs[0]) + " ";
    bool is_new;
    finding *f = note(kind, key, &is_new);
    if (is_new) {
        f->sides.push_back(a);
        if (b)
            f->sides.push_back(*b);
        if (self && at.kernel) {
            f->kernel = at.kernel->name;
            f->grid = at.kernel->where.grid;
            f->block = at.kernel->where.block;
        }
        f->bytes = e.bytes;
        if (e.address)
            describe(f, e.address, e.address - shared_space.base < shared_space.size);
    }
    return f;
}

/* An access of the host or of an operation, and an earlier operation that nobody has waited for. */
void unfinished(const event &e, const side &a, access_kind kind, unsigned number)
{
    side b = { operations[number].from, "", kind, 0, 0, false };
    finding *f = find(missing_synchronize, e, a, &b);
    auto name = [](unsigned n) {
        return operations[n].kernel ? std::string("kernel ") + operations[n].kernel : "a copy";
    };
    f->kernel = operations[number].kernel ? operations[number].kernel : "";
    f->subject = a.pcs == operations[running].from ? name(running) : "the host";
    f->object = name(number);
}

finding *find_here(kind_of_bug kind, const event &e)
{
    return find(kind, e, side_of(e.who, e.kind, at.block_number));
}

/* Loads that were seen to be the first of a CAS loop, by place, and the races of plain loads with
 * atomics: one that needs no CAS, because the value is large enough already, is no other load. */
std::set<unsigned> first_of_cas EARLY;
std::vector<std::pair<unsigned, finding *>> plain_races EARLY;

void plain_race(finding *f, uint32_t who)
{
    f->differs = true;
    if (f->count == 1)
        plain_races.push_back({ who >> place_shift & place_bits, f });
}

void settle_value()
{
    if (same_value.address &&
        memcmp((void *)same_value.address, same_value.before, same_value.bytes))
        same_value.f->differs = true;
    same_value.address = 0;
}

void settle()
{
    settle_value();
    for (size_t i = 0; i < plain_reads.size(); i++) {
        pending_read p = plain_reads[i];
        side b = side_of(p.other.who, atomic_access, block_at(p.other.time));
        plain_race(find(race, p.e, side_of(p.e.who, read_access, p.block), &b), p.e.who);
    }
    plain_reads.clear();
}

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
        plain_reads.push_back({ &c, e, other, at.block_number });
        return;
    }
    finding *f = find(race, e, side_of(e.who, e.kind, at.block_number), &b);
    if (kind == read_access && e.kind == atomic_access)
        return plain_race(f, other.who);
    if (e.kind != write_access || kind != write_access || e.bytes > sizeof same_value.before) {
        f->differs = true;
    } else if (!same_value.address) {
        same_value.address = e.address;
        same_value.bytes = e.bytes;
        same_value.f = f;
        memcpy(same_value.before, (void *)e.address, e.bytes);
    }
}

/* ---- a cell is touched ---------------------------------------------------------------------- */

/* How far apart two accesses are: the same warp, other warps, other blocks. */
uint32_t distance(const mark &a, const mark &b)
{
    if ((a.time < at.block || b.time < at.block) && block_at(a.time) != block_at(b.time))
        return spread | spread_blocks;
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
        if (d > (b.who & (spread | spread_blocks)))
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
        if (e.is_volatile && fences.count(at.block_number)) {
            x.who |= release_bit;
            publish(e.address);
        }
        c = { x, {} };
        return;
    }
    if (e.kind == atomic_access || e.is_volatile)
        if (at.fenced)
            learn(e.address);
    if (!ordered(c.write) && !(e.is_volatile && c.write.who & release_bit) &&
        !(e.kind == atomic_access && c.write.who & release_bit))
        conflict(c, e, c.write, write_access);
    if (e.compares) { /* a plain load by the same thread just before is the idiom of CAS loops */
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
    for (mark &r : c.reads)
        if ((r.who & atomic_bit) != (x.who & atomic_bit) && !ordered(r))
            conflict(c, e, r, r.who & atomic_bit ? atomic_access : read_access);
    keep(c, x);
    if (e.kind == atomic_access && at.fenced)
        publish(e.address);
}

bool has_value(const space &s, const cell &c, unsigned bits, uint8_t state)
{
    if (&s != &shared_space)
        return bits & state >> 4;
    if (c.write.time >= at.block)
        return true;
    for (const mark &r : c.reads)
        if (r.who & atomic_bit && r.time >= at.block)
            return true;
    return false;
}

/* Bytes address .. address + n - 1, all in one word. Returns false when they are not there. */
bool touch_word(space &s, uintptr_t address, unsigned n, const event &e, bool &set)
{
    size_t offset = address - s.base, word = offset / 4;
    unsigned bits = ((1u << n) - 1) << offset % 4;
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
    if (c.write.time != split) {
        set |= has_value(s, c, bits, state);
        touch(c, e);
    } else {
        for (unsigned i = 0; i < 4; i++)
            if (bits >> i & 1) {
                cell &byte = s.bytes[word * 4 + i];
                set |= has_value(s, byte, 1u << i, state);
                touch(byte, e);
            }
    }
    if (e.kind != read_access)
        state |= (uint8_t)(bits << 4);
    return true;
}

space *space_of(uintptr_t address)
{
    for (space *s : { &shared_space, &arena, &globals })
        if (address - s->base < s->size)
            return s;
    return nullptr;
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

/* A kernel touches what is no array or variable of the device. */
void stray(const event &e)
{
    if (e.address - (uintptr_t)at.kernel < malloc_usable_size((void *)at.kernel) || /* arguments */
        (e.address ^ device_heap) < heap_bytes || on_stack(e.address) || is_constant(e.address) ||
        is_registered((void *)e.address))
        return;
    space *s = space_of(e.address);
    bool host = s == &globals || (!s && is_mapped(e.address));
    finding *f = find_here(host ? wrong_memory : out_of_bounds, e);
    f->memory = host ? "host" : "global";
    f->array = f->element = "";
    f->size = 0;
    f->index = 0;
    f->detail = host               ? "memory of the host"
                : e.address < 4096 ? "a null pointer"
                                   : "an address outside of any array";
}

/* Copies that may not be finished. */
void check_ranges(const event &e, const side &a, const clock &known)
{
    for (const range_access &r : ranges)
        if (e.address < r.last && e.address + e.bytes > r.first &&
            (r.write || e.kind != read_access) && !knows_operation(known, r.operation))
            unfinished(e, a, r.write ? write_access : read_access, r.operation);
}

/* A thread of a kernel loads or stores. */
void kernel_access(event &e)
{
    accesses++;
    e.who = at.thread | place_of(e.pc) << place_shift | (e.kind == atomic_access ? atomic_bit : 0);
    space *s = space_of(e.address);
    if (!s || (s == &globals && !s->state[(e.address - s->base) / 4]))
        return stray(e);
    if (s == &shared_space && s->state[(e.address - s->base) / 4] == not_shared)
        return;
    bool set = e.kind == write_access; /* has any byte a value? padding has none */
    settle_value();
    at.before = s == &shared_space ? at.block : at.ordered;
    uintptr_t end = e.address + e.bytes;
    for (uintptr_t p = e.address, n; p < end; p += n) {
        n = std::min<uintptr_t>(4 - p % 4, end - p);
        if (p - s->base >= s->size || !touch_word(*s, p, (unsigned)n, e, set)) {
            find_here(out_of_bounds, e);
            return;
        }
    }
    if (at.ordered < at.launch)
        check_ranges(e, { operations[running].from, "", e.kind, 0, 0, false },
                     operations[running].known);
    if (!set)
        find_here(uninitialized, e);
}

void host_conflict(const event &e, const side &host, const mark &a, access_kind kind)
{
    if (!a.time || (e.kind == read_access && kind == read_access))
        return;
    unsigned number = operation_at(a.time);
    if (!e.is_volatile && !knows_operation(host_knows, number))
        unfinished(e, host, kind, number);
}

/* The host loads or stores: device memory, or what the device may still be working on? */
void host_access(const event &e)
{
    space *s = space_of(e.address);
    if (!s || s == &shared_space ||
        (device_thread_known && pthread_equal(pthread_self(), device_thread_id) &&
         !in_host_function))
        return;
    array *a = array_at(e.address);
    if (s == &globals && !a)
        return;
    side host = { calls_here(), "", e.kind, 0, 0, false };
    if (!a || e.address + e.bytes > a->first + a->size) {
        find(out_of_bounds, e, host);
    } else if (a->kind == device_array || a->kind == device_variable) {
        find(wrong_memory, e, host)->detail = "device memory";
    } else if (!in_host_function) {
        for (uintptr_t p = e.address; p < e.address + e.bytes; p++) {
            size_t i = p - s->base;
            const cell &c = s->cells[i / 4].write.time == split ? s->bytes[i] : s->cells[i / 4];
            host_conflict(e, host, c.write, write_access);
            for (const mark &r : c.reads)
                host_conflict(e, host, r, r.who & atomic_bit ? atomic_access : read_access);
        }
        check_ranges(e, host, host_knows);
    }
}

void on_access(uintptr_t address, unsigned bytes, access_kind kind, bool is_volatile, bool compares,
               const void *pc)
{
    event e = { address, bytes, kind, is_volatile, compares, pc, 0 };
    if (self)
        kernel_access(e);
    else
        host_access(e);
}

/* A copy or a memset, in its turn: its order among the operations, and which bytes have a value. */
void range(uintptr_t first, size_t n, bool write)
{
    space *s = space_of(first);
    if (!s || !n)
        return;
    event e = { first, (unsigned)n, write ? write_access : read_access, false, false, nullptr, 0 };
    side a = { operations[running].from, "", e.kind, 0, 0, false };
    check_ranges(e, a, operations[running].known);
    if (at.ordered < operations[running].begin)
        for (uintptr_t p = first; p < first + n; p++) {
            size_t i = p - s->base;
            const cell &c = s->cells[i / 4].write.time == split ? s->bytes[i] : s->cells[i / 4];
            for (const mark *x : { &c.write, &c.reads[0], &c.reads[1] })
                if (x->time >= at.ordered && (write || x == &c.write || x->who & atomic_bit) &&
                    !knows_operation(operations[running].known, operation_at(x->time))) {
                    e.address = p;
                    unfinished(e, a, x == &c.write ? write_access : read_access,
                               operation_at(x->time));
                }
        }
    if (ranges.size() > 64)
        ranges.erase(std::remove_if(ranges.begin(), ranges.end(),
                                    [](const range_access &r) {
                                        return knows_operation(host_knows, r.operation);
                                    }),
                     ranges.end());
    ranges.push_back({ first, first + n, running, write });
}

void set_state(uintptr_t first, size_t n, uint8_t bits, bool on)
{
    space *s = space_of(first);
    for (uintptr_t p = first; s && p < first + n;) {
        size_t i = p - s->base;
        unsigned left = (unsigned)std::min<size_t>(4 - i % 4, first + n - p);
        unsigned mask = (((1u << left) - 1) << i % 4) * (bits & 0x11);
        s->state[i / 4] = (uint8_t)(on ? s->state[i / 4] | mask : s->state[i / 4] & ~mask);
        p += left;
    }
}

bool make_cells(space &s, uintptr_t base, size_t size)
{
    auto map = [](size_t bytes) {
        void *p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        return p == MAP_FAILED ? nullptr : p;
    };
    s.base = base & ~(uintptr_t)3;
    size_t words = (size + 7) / 4;
    static_assert(sizeof(cell) + sizeof(cell) / 4 + 1 <= cells_per_byte, "is what follows");
    s.cells = (cell *)map(words * sizeof(cell));
    s.bytes = (cell *)map(words * 4 * sizeof(cell));
    s.state = (uint8_t *)map(words);
    if (!s.cells || !s.bytes || !s.state) {
        fprintf(stderr, "CPU device: no room for the bug finder's memory; ulimit -v unlimited\n");
        _exit(2);
    }
    s.size = size;
    return true;
}

std::vector<std::pair<const void *, std::pair<std::string, call_stack>>> objects EARLY;

int find_spaces(struct dl_phdr_info *info, size_t, void *shared)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &h = info->dlpi_phdr[i];
        if (h.p_type == PT_TLS && shared)
            make_cells(shared_space, (uintptr_t)info->dlpi_tls_data, h.p_memsz);
        if (h.p_type == PT_LOAD && (h.p_flags & PF_W) && !globals.size)
            make_cells(globals, info->dlpi_addr + h.p_vaddr, h.p_memsz);
    }
    return 1;
}

} // namespace

/* ---- the hooks: a kernel runs --------------------------------------------------------------- */

void on_launch(const kernel_operation *launch)
{
    at.kernel = launch;
    at.arena_size = arena.size;
    operations[running].kernel = launch->name;
    at.launch = at.time;
    at.fenced = false;
    block_begins.clear();
    released.clear();
    fences.clear();
    acquired.clear();
    acquired_published = 0;
    launches++;
    if (std::find(kernels.begin(), kernels.end(), launch->name) == kernels.end())
        kernels.push_back(launch->name);
}

void on_block(unsigned long long block)
{
    settle();
    at.block = at.barrier = at.warp = ++at.time;
    at.block_number = block;
    at.muted = false;
    acquired_before = acquired.size();
    block_begins.push_back({ at.time, block });
    std::fill(left_at, left_at + 1024, nullptr);
    std::fill(warp_met, warp_met + 32, at.time);
}

void on_thread(unsigned linear)
{
    if (same_value.address || !plain_reads.empty())
        settle();
    at.thread = linear;
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
    for (unsigned i = 0; i < 32; i++) {
        if (!(lanes >> i & 1))
            continue;
        for (unsigned k = 0; k < 32; k++) {
            tick t = met[warp * 32 + i][k];
            if (lanes != ~0u) /* what the others know of lanes that are not here */
                for (unsigned l = 0; l < 32; l++)
                    if (lanes >> l & 1)
                        t = std::max(t, met[warp * 32 + l][k]);
            met[warp * 32 + i][k] = lanes >> k & 1 ? at.time : t;
        }
    }
    warp_met[warp] = at.warp = at.time;
}

void on_fence()
{
    if (!self)
        return;
    settle();
    auto &of_block = fences[at.block_number];
    if (of_block.empty())
        of_block.resize(self->threads);
    of_block[at.thread] = { ++at.time, at.barrier, at.warp };
    at.fenced = true;
}

void on_left(const char *place)
{
    if (self)
        left_at[at.thread] = place;
}

char *on_dynamic_shared(size_t size)
{
    if (!shared_space.size) {
        dl_iterate_phdr(find_spaces, &shared_space);
        memset(shared_space.state, not_shared, shared_space.size / 4 + 1);
        void *p = malloc(1);
        device_heap = (uintptr_t)p & ~(heap_bytes - 1);
        free(p);
    }
    char *p = dynamic_bytes + guard;
    at.shared_size = shared_space.size;
    set_state((uintptr_t)dynamic_bytes, sizeof dynamic_bytes, 0xff, false);
    set_state((uintptr_t)p, size, 0xff, true);
    know({ (uintptr_t)p, size, device_array, {}, "the dynamic shared memory", 0, {}, true, false });
    return p;
}

void on_shared(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
               unsigned inner2)
{
    if (!self || shared_space.state[((uintptr_t)p - shared_space.base) / 4] != not_shared)
        return;
    set_state((uintptr_t)p, size + shared_guard, 0xff, false);
    set_state((uintptr_t)p, size, 0xff, true);
    know({ (uintptr_t)p, size, device_array, {}, name, element, { inner1, inner2 }, true, false });
}

/* ---- the hooks: memory ---------------------------------------------------------------------- */

void on_space(void *base, void *end)
{
    make_cells(arena, (uintptr_t)base, (size_t)((char *)end - (char *)base));
}

void on_allocation(void *p, size_t size, array_kind kind)
{
    set_state((uintptr_t)p, size, kind == device_array ? 0x0f : 0xff, true);
    know({ (uintptr_t)p, size, kind, calls_here(), nullptr, 0, {}, false, false });
}

void on_free(void *p)
{
    array *a = array_at((uintptr_t)p);
    if (!a)
        return;
    set_state(a->first, a->size, 0xff, false);
    size_t word = (a->first - arena.base) / 4, words = a->size / 4;
    madvise((void *)(((uintptr_t)(arena.cells + word) + 4095) & ~(uintptr_t)4095),
            words * sizeof(cell) & ~(size_t)4095, MADV_DONTNEED);
    a->freed = true;
}

void on_symbol(const void *p, size_t size)
{
    if (!array_at((uintptr_t)p))
        on_variable((void *)p, size, "a __device__ variable", 0, 0, 0, false);
}

int on_variable(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
                unsigned inner2, bool managed)
{
    if (!globals.size)
        dl_iterate_phdr(find_spaces, nullptr);
    set_state((uintptr_t)p, size, 0xff, true);
    know({ (uintptr_t)p,
           size,
           managed ? managed_variable : device_variable,
           {},
           name,
           element,
           { inner1, inner2 },
           false,
           false });
    return 0;
}

void on_copy(void *dst, const void *src, size_t n)
{
    range((uintptr_t)src, n, false);
    range((uintptr_t)dst, n, true);
    set_state((uintptr_t)dst, n, 0xf0, true);
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
    range((uintptr_t)p, n, true);
    set_state((uintptr_t)p, n, 0xf0, true);
}

/* ---- the hooks: streams and events ---------------------------------------------------------- */

void on_stream(const void *handle, bool is_default, bool blocking)
{
    size_t index = stream_index(handle);
    stream_info &s = streams[index];
    s.blocking = blocking || is_default;
    join(s.known, host_knows);
    for (stream_info &other : streams)
        if (&other != &s && other.blocking && s.blocking && (is_default || &other == &streams[0]))
            join(s.known, other.known);
    if (s.known.size() <= index)
        s.known.resize(index + 1);
    unsigned number = (unsigned)operations.size();
    s.known[index] = number;
    s.numbers.push_back(number);
    operations.push_back({ index, s.known, 0, calls_here(), nullptr });
}

void on_stream_waits(const void *handle, unsigned long long number)
{
    if (number && number < operations.size())
        join(streams[stream_index(handle)].known, operations[number].known);
}

void on_host_waits(unsigned long long number)
{
    if (number && number < operations.size())
        join(host_knows, operations[number].known);
}

void on_host_waits_for_all()
{
    for (stream_info &s : streams)
        join(host_knows, s.known);
}

void on_object(const void *p, const char *what)
{
    objects.push_back({ p, { std::string(what) + " is never destroyed", calls_here() } });
}

void on_object_gone(const void *p)
{
    objects.erase(
        std::remove_if(objects.begin(), objects.end(), [=](const auto &o) { return o.first == p; }),
        objects.end());
}

host_function::host_function() { in_host_function++; }
host_function::~host_function() { in_host_function--; }

/* ---- the end -------------------------------------------------------------------------------- */

static void finish(int status, void *)
{
    static bool finished;
    if (finished)
        return;
    finished = true;
    if (!fault_code && status == 0) {
        std::vector<std::pair<std::string, call_stack>> left;
        for (auto &o : objects)
            left.push_back(o.second);
        find_leaks(left);
    }
    for (auto &p : plain_races)
        p.second->excused = first_of_cas.count(p.first);
    size_t found = report(getenv("CPU_DEVICE_CHECK_JSON"));
    if (status)
        printf("the program itself ended with status %d\n", status);
    fflush(stdout);
    _exit(found || fault_code ? 1 : 0);
}

void on_crash(const char *what)
{
    printf("the program was ended: %s\n", what);
    finish(1, nullptr);
}

__attribute__((constructor(102))) static void begin() { on_exit(finish, nullptr); }

} // namespace check
} // namespace cpu_device

/* ---- what the compiler calls ---------------------------------------------------------------- */

using namespace cpu_device;
using namespace cpu_device::check;

#define CALLER __builtin_return_address(0)

/* The common cases, without a call: everything that the cell remembers is ordered before by time
 * alone, or the cell keeps two loads of which one will meet any later store as this one would. */
static inline bool past(tick t, tick before)
{
    return t < before || t - at.block < at.barrier - at.block;
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
    if (b.who & spread_blocks && b.time >= at.launch && b.time < at.block && a.time < at.block)
        return true;
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

template <unsigned n, bool store> static inline bool quick(uintptr_t address, const void *pc)
{
    if (n < 4 || address % 4 || (store && same_value.address))
        return false;
    size_t offset = address - shared_space.base;
    bool shared = offset < at.shared_size;
    if (!shared && (offset = address - arena.base) >= at.arena_size)
        return false;
    const space &s = shared ? shared_space : arena;
    mark x = { at.time, at.thread | place_of(pc) << place_shift };
    for (size_t word = offset / 4; word < offset / 4 + n / 4; word++) {
        cell &c = s.cells[word];
        uint8_t state = s.state[word];
        if (store ? (state & 0x0f) != 0x0f : state != 0xff || (shared && c.write.time < at.block))
            return false;
        if (!(store ? quick_store : quick_load)(c, shared ? at.block : at.ordered, x))
            return false;
        if (store && state != 0xff)
            s.state[word] = 0xff;
    }
    accesses++;
    return true;
}

/* The very common case: the threads of a block read what one of them has put into shared memory,
 * and two of other warps, or two of this warp, have done so already since the barrier. */
static inline bool nothing_new(uintptr_t address)
{
    size_t offset = address - shared_space.base;
    if (offset >= at.shared_size || offset % 4)
        return false;
    const cell &c = *(const cell *)((const char *)shared_space.cells + offset / 4 * sizeof(cell));
    const mark &a = c.reads[0], &b = c.reads[1];
    if (b.time < at.barrier || c.write.time >= at.barrier)
        return false;
    return b.who & spread || (!((b.who ^ at.thread) & warp_bits) && b.time >= at.warp &&
                              a.time >= at.warp && !((a.who | b.who) & atomic_bit));
}

template <unsigned n>
static __attribute__((noinline)) void other_load(uintptr_t address, const void *pc)
{
    if (!quick<n, false>(address, pc))
        on_access(address, n, read_access, false, false, pc);
}

template <unsigned n> static inline void load(uintptr_t address, const void *pc)
{
    if (n == 4 && nothing_new(address))
        accesses++;
    else
        other_load<n>(address, pc);
}

template <unsigned n> static inline void store(uintptr_t address, const void *pc)
{
    if (!quick<n, true>(address, pc))
        on_access(address, n, write_access, false, false, pc);
}

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

#define ACCESS(n)                                                                                  \
    void __tsan_read##n(void *p) { load<n>((uintptr_t)p, CALLER); }                                \
    void __tsan_unaligned_read##n(void *p) { load<n>((uintptr_t)p, CALLER); }                      \
    void __tsan_volatile_read##n(void *p)                                                          \
    {                                                                                              \
        on_access((uintptr_t)p, n, read_access, true, false, CALLER);                              \
    }                                                                                              \
    void __tsan_unaligned_volatile_read##n(void *p)                                                \
    {                                                                                              \
        on_access((uintptr_t)p, n, read_access, true, false, CALLER);                              \
    }                                                                                              \
    void __tsan_write##n(void *p) { store<n>((uintptr_t)p, CALLER); }                              \
    void __tsan_unaligned_write##n(void *p) { store<n>((uintptr_t)p, CALLER); }                    \
    void __tsan_volatile_write##n(void *p)                                                         \
    {                                                                                              \
        on_access((uintptr_t)p, n, write_access, true, false, CALLER);                             \
    }                                                                                              \
    void __tsan_unaligned_volatile_write##n(void *p)                                               \
    {                                                                                              \
        on_access((uintptr_t)p, n, write_access, true, false, CALLER);                             \
    }                                                                                              \
    void __tsan_read_write##n(void *p) { __tsan_write##n(p); }                                     \
    void __tsan_unaligned_read_write##n(void *p) { __tsan_write##n(p); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void *p, size_t n)
{
    on_access((uintptr_t)p, (unsigned)n, read_access, false, false, CALLER);
}
void __tsan_write_range(void *p, size_t n)
{
    on_access((uintptr_t)p, (unsigned)n, write_access, false, false, CALLER);
}

#define UPDATE(bits, type, name, builtin)                                                          \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int)                           \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, false, CALLER);                   \
        return builtin(p, value, __ATOMIC_SEQ_CST);                                                \
    }
#define ATOMIC(bits, type)                                                                         \
    type __tsan_atomic##bits##_load(const volatile type *p, int)                                   \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, false, CALLER);                   \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int)                            \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, false, CALLER);                   \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *old, type value,     \
                                                      int, int)                                    \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, true, CALLER);                    \
        return __atomic_compare_exchange_n(p, old, value, false, __ATOMIC_SEQ_CST,                 \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *old, type value, int,  \
                                                    int)                                           \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, true, CALLER);                    \
        return __atomic_compare_exchange_n(p, old, value, false, __ATOMIC_SEQ_CST,                 \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type old, type value, int,   \
                                                    int)                                           \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, true, CALLER);                    \
        __atomic_compare_exchange_n(p, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
        return old;                                                                                \
    }                                                                                              \
    UPDATE(bits, type, exchange, __atomic_exchange_n)                                              \
    UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                              \
    UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                              \
    UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                              \
    UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                                \
    UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                              \
    UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

/* memcpy and its like, as a program calls them (see cuda_runtime.h). */
#define COPY(name)                                                                                 \
    void *cpu_device_##name(void *dst, const void *src, size_t n)                                  \
    {                                                                                              \
        if (n) {                                                                                   \
            on_access((uintptr_t)src, (unsigned)n, read_access, false, false, CALLER);             \
            on_access((uintptr_t)dst, (unsigned)n, write_access, false, false, CALLER);            \
        }                                                                                          \
        return name(dst, src, n);                                                                  \
    }
COPY(memcpy)
COPY(memmove)
void *cpu_device_memset(void *p, int value, size_t n)
{
    if (n)
        on_access((uintptr_t)p, (unsigned)n, write_access, false, false, CALLER);
    return memset(p, value, n);
}

/* -fsanitize=bounds,alignment: what they pass is laid out by the compilers alike. */
struct source_place {
    const char *file;
    uint32_t line, column;
};
struct type_descriptor {
    uint16_t kind, info;
    char name[1];
};
struct bounds_data {
    source_place place;
    const type_descriptor *array, *index;
};
struct mismatch_data {
    source_place place;
    const type_descriptor *type;
    unsigned char log_alignment, check;
};

void __ubsan_handle_out_of_bounds(const bounds_data *d, uintptr_t index)
{
    event e = { 0, 0, no_access, false, false, CALLER, 0 };
    side a = { {},        std::string(d->place.file) + ":" + std::to_string(d->place.line),
               no_access, at.block_number,
               at.thread, self != nullptr };
    finding *f = find(out_of_bounds, e, a);
    f->memory = "local or shared";
    bool is_signed = d->index->kind == 0 && d->index->info & 1;
    unsigned bits = 1u << (d->index->info >> 1);
    f->index = is_signed && bits < 64 ? (long long)((int64_t)(index << (64 - bits)) >> (64 - bits))
                                      : (long long)index;
    f->array = d->array->name;
    f->detail = "index " + std::to_string(f->index) + " of an array of type " + d->array->name;
}

void *__tsan_memcpy(void *dst, const void *src, size_t n) { return cpu_device_memcpy(dst, src, n); }
void *__tsan_memmove(void *dst, const void *src, size_t n)
{
    return cpu_device_memmove(dst, src, n);
}
void *__tsan_memset(void *p, int value, size_t n) { return cpu_device_memset(p, value, n); }

void __ubsan_handle_type_mismatch_v1(const mismatch_data *d, uintptr_t address)
{
    event e = { address,
                1u << d->log_alignment,
                d->check == 1 ? write_access : read_access,
                false,
                false,
                CALLER,
                0 };
    side a = { {},        std::string(d->place.file) + ":" + std::to_string(d->place.line),
               e.kind,    at.block_number,
               at.thread, self != nullptr };
    if (self && address % e.bytes)
        find(misaligned, e, a)->detail = "the address is no multiple of " + std::to_string(e.bytes);
}
}
