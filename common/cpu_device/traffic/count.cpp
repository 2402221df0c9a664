/* CPU device: the traffic counters: from loads and stores to requests; see traffic.h. */
#include "traffic.h"
#include "banks.h"
#include "trace.h"
#include <link.h>
#include <malloc.h>
#include <omp.h>
#include <string.h>
#include <algorithm>
#include "../run/lines.h"

#define CALLER ((const char *)__builtin_return_address(0) - 1)

namespace cpu_device::check
{

namespace
{

/* ---- where an address lies ------------------------------------------------------------------- */

struct array : stretch {
    std::string name;
    size_t element, align; /* of an element, in bytes */
    array_kind kind;
    unsigned inner[2]; /* dimensions */
};

std::mutex lock; /* of what follows */
std::vector<array> variables __attribute__((init_priority(101)));
std::map<const kernel_operation *, std::vector<array>> arguments
    __attribute__((init_priority(101)));
std::vector<array> pointers; /* among the arguments of the kernel that runs */
std::vector<stretch> global; /* what it can reach, by address; rarely changes */
std::vector<void (*)()> outside_of_functions __attribute__((init_priority(101))); /* __shared__ */
std::atomic<int> counting{ COUNT_ALL };
struct cpu_device_traffic totals;
struct {         /* since counting was turned on */
    sums counts; /* of all kernels, and by place */
    std::map<place, sums> places;
    std::string launched_at;    /* the largest grid, */
    unsigned long long threads; /* and its threads */
    bool cut;
} since __attribute__((init_priority(101)));

/* ---- what a warp does ------------------------------------------------------------------------ */

const unsigned max_slots = 64 * 1024; /* of one warp; further accesses are not counted */
const size_t keys = 4096;             /* of the table of places, a power of 2 */
/* Bytes of the stack in use when a thread accesses memory: a GPU's thread has 255 registers of 4.
 * What lies beyond, as tiles in an array of its own, would be loads and stores that none here sees.
 */
const size_t most_of_its_own = 3072;

struct slot { /* what becomes one request */
    uint32_t lanes, bytes;
    uint32_t anew;  /* lanes whose load is not among their last ones */
    uint64_t where; /* which trips of which loops the last lane was on, */
    unsigned known; /* as far as loops were known then: see counter */
    uintptr_t address[32];
};

struct trace {              /* of one warp at one place */
    unsigned came[32] = {}; /* how often each lane has been there */
    std::vector<slot> slots;
    unsigned used = 0;
    unsigned earlier = 0; /* trips of the block that are counted; only where it is traced */
    bool differ = false;  /* lanes of one slot came on other trips through a loop */
};

typedef std::vector<uintptr_t> loop; /* its blocks of straight code that are known, sorted */

/* A block of straight code that a function has gone through. A block that it comes back to begins a
 * loop: the steps between are taken out of the way, and the loop has made one more trip. */
struct step {
    uintptr_t at;
    loop *begins; /* or null */
    unsigned trips;
};

struct frame {       /* of a function that runs */
    uint64_t caller; /* which trips of which loops its caller is on, as a number, */
    uint64_t where;  /* and this function; 0: to be worked out by where_is() */
    bool again;      /* the loop of an atomic makes a further trip, which does not count */
    std::vector<step> way;
};

/* The addresses, and bytes, of a thread's last loads, the latest first: what a compiler keeps in
 * registers though g++ loads it again. An 8 x 8 patch needs 9 or 10 of them. */
struct last_loads {
    uintptr_t last[12];
    unsigned barriers; /* of the block, when they were loaded */
};

/* 16 aligned bytes of global memory that a thread accesses by parts, each by another instruction:
 * where they are the members of a float4, nvcc joins them. */
struct parts {
    uintptr_t at;       /* their address, | 1 for a store; 0: none */
    unsigned mask;      /* bytes, */
    unsigned number[4]; /* by which places, */
    unsigned count;     /* and by how many */
};

struct walk { /* of a lane */
    std::vector<frame> frames;
    parts open[4];  /* the latest first */
    unsigned depth; /* of the running one */
    unsigned loads, trips;
    last_loads from[2]; /* global, shared memory */
};

struct warp {
    walk walks[32];
    std::vector<trace> traces;   /* by number of the place */
    std::vector<unsigned> begun; /* those in use */
    unsigned slots, atomics;
    bool cut;
};

struct counter {           /* of one CPU thread */
    unsigned lane, number; /* of the running thread, and of its warp */
    unsigned begun;        /* threads of this block */
    unsigned known;        /* how often a loop was found to have a further block */
    unsigned barriers;     /* that its blocks have reached */
    unsigned long long loaded, shared_loaded; /* bytes, since the block's last barrier; */
    unsigned long long most_shared;           /* of the launch, between two barriers */
    unsigned long long launch;                /* its number */
    bool full;     /* places were too many, or a thread keeps more than can be registers */
    uintptr_t top; /* of the running thread's stack; 0: not known, because it goes on */
    struct {       /* an atomic load that may begin an atomic's loop */
        uintptr_t address;
        unsigned bytes;
        const void *pc;
    } pending;
    unsigned long long in_block[CPU_DEVICE_COUNTERS];
    sums counts;
    place of_most_loads;             /* the last load of the thread that has made most */
    std::map<uintptr_t, loop> loops; /* by first block */
    warp *running;
    stretch local;           /* the program's thread-local variables: the __shared__ ones, */
    stretch built_in[2];     /* but also threadIdx and the like */
    stretch dynamic;         /* extern __shared__ */
    warp warps[32], no_warp; /* no_warp: before a thread begins */
    struct {
        place at;
        unsigned number;
    } table[keys];
    std::vector<place> places;
    std::vector<tally> tallies;
    std::vector<array> shared;
    std::unique_ptr<tracer> traced;
    std::map<const char *, unsigned long long> passed; /* barriers, only for a trace */
};

kernel_trace *current_trace; /* of the kernel that runs, or null */

__thread counter *mine; /* of the CPU thread that runs a kernel, else null */

bool within(const stretch &s, uintptr_t address) { return address - s.first < s.size; }

/* As numbers: of pointers to unlike variables a compiler may think what it likes. */
stretch around(std::initializer_list<const void *> variables, size_t largest)
{
    uintptr_t first = UINTPTR_MAX, last = 0;
    for (const void *v : variables) {
        first = std::min(first, (uintptr_t)v);
        last = std::max(last, (uintptr_t)v);
    }
    return { first, last + largest - first };
}

/* Called with the program first. */
int find_local(struct dl_phdr_info *info, size_t, void *local)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data)
            *(stretch *)local = { (uintptr_t)info->dlpi_tls_data, info->dlpi_phdr[i].p_memsz };
    return 1;
}

const stretch *stretch_at(uintptr_t address)
{
    auto after = std::upper_bound(global.begin(), global.end(), address,
                                  [](uintptr_t a, const stretch &s) { return a < s.first; });
    return after != global.begin() && within(after[-1], address) ? &after[-1] : nullptr;
}

stretch parameters; /* of the kernel that runs: its launch holds them */

bool is_constant(uintptr_t address)
{
    return std::any_of(variables.begin(), variables.end(), [=](const array &v) {
        return v.kind == constant_variable && within(v, address);
    });
}

/* 1: shared memory, 0: global; -1: a thread's stack, a parameter, a constant or a built-in
 * variable. For goals whatever else a kernel reaches counts as global: constants, and memory of the
 * host's. */
int space_of(const counter *c, uintptr_t address)
{
    if (within(c->local, address))
        return within(c->built_in[0], address) || within(c->built_in[1], address) ? -1 : 1;
    if (within(c->dynamic, address))
        return 1;
    if (stretch_at(address))
        return 0;
    uintptr_t low = (uintptr_t)__builtin_frame_address(0) - 4096; /* below what is called here */
    bool on_stack = address - low < large_stack + 4096;
    return counting != COUNT_APART || on_stack || within(parameters, address) ? -1 : 0;
}

unsigned number_of(counter *c, place at)
{
    size_t i = at * 0x9e3779b97f4a7c15u >> 52;
    while (c->table[i].at && c->table[i].at != at)
        i = (i + 1) % keys;
    if (!c->table[i].at) {
        if (c->places.size() == keys / 2) {
            c->full = true;
            return ~0u;
        }
        c->table[i] = { at, (unsigned)c->places.size() };
        c->places.push_back(at);
        c->tallies.emplace_back();
    }
    return c->table[i].number;
}

frame &frame_of(counter *c)
{
    walk &w = c->running->walks[c->lane];
    return w.frames[w.depth];
}

void enter(counter *c, unsigned depth, uint64_t caller)
{
    walk &w = c->running->walks[c->lane];
    if (depth >= w.frames.size())
        w.frames.resize(depth + 1);
    w.depth = depth;
    frame &f = w.frames[depth];
    f.caller = caller, f.where = 0, f.again = false;
    f.way.clear();
}

uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t m = (a ^ b * 0xff51afd7ed558ccdu) * 0x9e3779b97f4a7c15u;
    return m ^ m >> 29;
}

/* Which trips of the loops around it the running lane is on, as a number: the same for two lanes
 * that are on the same trips. */
uint64_t where_is(frame &f)
{
    if (f.where)
        return f.where;
    f.where = f.caller | 1;
    for (const step &s : f.way)
        if (s.trips && std::binary_search(s.begins->begin(), s.begins->end(), f.way.back().at))
            f.where = mixed(f.where, s.trips) | 1;
    return f.where;
}

/* Threads begin in two places of launch.h, so the caller of the kernel does not count. */
void on_call(counter *c, uintptr_t from)
{
    unsigned depth = c->running->walks[c->lane].depth;
    enter(c, depth + 1, depth ? mixed(where_is(frame_of(c)), from) : 0);
}

void on_return(counter *c)
{
    unsigned &depth = c->running->walks[c->lane].depth;
    depth -= depth > 0;
}

void add_block(counter *c, loop *l, uintptr_t at)
{
    auto found = std::lower_bound(l->begin(), l->end(), at);
    if (found != l->end() && *found == at)
        return;
    l->insert(found, at);
    c->known++;
}

/* The running lane begins a block of straight code. */
void on_code(counter *c, uintptr_t at)
{
    frame &f = frame_of(c);
    size_t i = f.way.size();
    f.where = 0;
    while (i > 0 && f.way[i - 1].at != at)
        i--;
    if (!i)
        return f.way.push_back({ at, nullptr, 0 });
    step &first = f.way[i - 1];
    if (!first.begins)
        first.begins = &c->loops[at];
    add_block(c, first.begins, at);
    for (; i < f.way.size(); i++) {
        add_block(c, first.begins, f.way[i].at);
        if (f.way[i].trips)
            for (uintptr_t inner : *f.way[i].begins)
                add_block(c, first.begins, inner);
    }
    f.way.resize((size_t)(&first - f.way.data()) + 1);
    if (!f.again) {
        unsigned long long &most = c->counts.in_one_block[COUNT_TRIPS_OF_THREAD];
        first.trips++;
        most = std::max<unsigned long long>(most, ++c->running->walks[c->lane].trips);
    }
    f.again = false;
}

/* true: the running thread loads what is not among its last loads. A store forgets what it changes.
 */
bool is_anew(counter *c, uintptr_t address, unsigned bytes, place at)
{
    last_loads &from = c->running->walks[c->lane].from[at & 1];
    uintptr_t key = address << 6 | bytes, *end = from.last + 12;
    if (from.barriers != c->barriers)
        std::fill(from.last, end, 0), from.barriers = c->barriers;
    bool load = (at >> 1 & 3) == read_access;
    uintptr_t *found = std::find_if(from.last, end, [=](uintptr_t other) {
        return load ? other == key : other >> 6 == address;
    });
    bool anew = found == end;
    if (load)
        std::copy_backward(from.last, anew ? end - 1 : found, anew ? end : found + 1),
            from.last[0] = key;
    else if (!anew)
        *found = 0;
    return load && anew;
}

/* A part of 16 bytes; the last part makes all of them count as joined. */
void join(counter *c, unsigned number, uintptr_t address, unsigned bytes, bool store)
{
    parts *open = c->running->walks[c->lane].open, *end = open + 4;
    uintptr_t at = (address & ~(uintptr_t)15) | store;
    unsigned mask = ((1u << bytes) - 1) << (address & 15);
    parts *found = std::find_if(open, end, [=](const parts &p) { return p.at == at; });
    bool again = found != end && ((found->mask & mask) ||
                                  std::count(found->number, found->number + found->count, number));
    parts now = found == end || again ? parts{ at, 0, {}, 0 } : *found;
    now.mask |= mask;
    now.number[now.count++] = number;
    for (unsigned i = 0; now.mask == 0xffff && i < now.count; i++)
        c->tallies[now.number[i]].joined += 16 / now.count;
    if (now.mask == 0xffff || now.count == 4)
        now.at = 0;
    std::copy_backward(open, found == end ? end - 1 : found, found == end ? end : found + 1);
    *open = now;
}

/* A load of the running thread, of whatever memory. */
void count_load(counter *c, place at)
{
    unsigned long long &most = c->counts.in_one_block[COUNT_LOADS_OF_THREAD];
    if (++c->running->walks[c->lane].loads > most) {
        most = c->running->walks[c->lane].loads;
        c->of_most_loads = at;
    }
}

/* An atomic of the running thread's warp. */
void count_atomic(counter *c)
{
    unsigned long long &most = c->counts.in_one_block[COUNT_ATOMICS_OF_WARP];
    most = std::max<unsigned long long>(most, ++c->running->atomics);
}

void keep(counter *c, unsigned number, uintptr_t address, unsigned bytes)
{
    warp &w = *c->running;
    uint64_t where = where_is(frame_of(c));
    if (number >= w.traces.size())
        w.traces.resize(number + 1);
    trace &t = w.traces[number];
    unsigned k = t.came[c->lane]++;
    if (k >= t.used) {
        if (w.slots == max_slots) {
            w.cut = true;
            return;
        }
        if (!t.used)
            w.begun.push_back(number);
        if (t.used == t.slots.size())
            t.slots.resize(t.used ? 2 * t.used : 4);
        t.slots[t.used].lanes = t.slots[t.used].anew = 0;
        t.slots[t.used].known = ~0u;
        t.slots[t.used++].bytes = bytes;
        w.slots++;
    }
    slot &s = t.slots[k];
    t.differ |= s.known == c->known && s.where != where;
    s.where = where, s.known = c->known;
    s.lanes |= 1u << c->lane;
    s.anew |= (uint32_t)is_anew(c, address, bytes, c->places[number]) << c->lane;
    s.address[c->lane] = address;
}

/* The array that holds the address: a variable, or the one that a parameter points into, of several
 * parameters the nearest before the address; or null. */
const array *array_at(const counter *c, bool shared, uintptr_t address)
{
    const array *nearest = nullptr;
    for (auto &v : shared ? c->shared : variables)
        if (within(v, address))
            return &v;
    const stretch *memory = shared ? nullptr : stretch_at(address);
    for (auto &p : pointers)
        if (memory && within(*memory, p.first) && p.first <= address &&
            (!nearest || p.first > nearest->first))
            nearest = &p;
    return nearest;
}

stretch last_shown; /* of memory under cover: most accesses are to what was accessed before */

/* Of memory under cover: the running thread is about to access it. */
inline void show(uintptr_t address, size_t bytes)
{
    const counter *c = mine;
    if (!is_covering || !c || !bytes)
        return;
    if (!within(last_shown, address)) {
        const stretch *array = within(c->local, address)     ? array_at(c, true, address)
                               : within(c->dynamic, address) ? &c->dynamic
                                                             : covered_at(address);
        if (!array)
            return;
        last_shown = *array;
    }
    announce(address, address + bytes);
}

void record(uintptr_t address, unsigned bytes, access_kind kind, const void *pc,
            bool guess = false);

/* An atomic load is one, if no compare-and-exchange of the same memory has come first. */
inline void end_pending(counter *c)
{
    auto load = c->pending;
    c->pending.address = 0;
    if (load.address)
        record(load.address, load.bytes, read_access, load.pc);
}

/* An access as the program makes it. */
inline void record(uintptr_t address, unsigned bytes, access_kind kind, const void *pc, bool guess)
{
    counter *c = mine;
    if (!c)
        return;
    uintptr_t depth = c->top ? c->top - (uintptr_t)__builtin_frame_address(0) : 0;
    c->full |= depth > most_of_its_own && depth < large_stack;
    int space = space_of(c, address);
    if (space == 1 && bytes == 1 && !array_at(c, true, address))
        return; /* the compiler's guard of a static variable */
    if (space < 0)
        return;
    end_pending(c);
    unsigned number = number_of(c, (place)pc << 3 | (unsigned)kind << 1 | (unsigned)space);
    if (number == ~0u)
        return;
    c->tallies[number].guess |= guess;
    if (kind == read_access)
        count_load(c, c->places[number]);
    if (kind == atomic_access)
        count_atomic(c);
    if (space == 0 && kind != atomic_access && bytes >= 4 && bytes < 16 && address % bytes == 0)
        join(c, number, address, bytes, kind == write_access);
    keep(c, number, address, bytes);
}

/* A structure is copied as by a GPU's compiler: by words of up to 16 bytes, as its type is aligned.
 * If it is no element of its array, the pointer was cast, and its type is taken as aligned to
 * `other`. */
void record_words(uintptr_t address, size_t n, access_kind kind, const void *pc, size_t other)
{
    int space = mine ? space_of(mine, address) : -1;
    if (space < 0)
        return;
    const array *a = array_at(mine, space, address);
    bool element = a && (other == 16 ? n == a->element : n <= a->element);
    size_t word = (element ? a->align : other) | address | n | 16;
    word &= -word;
    for (size_t i = 0; i < n; i += word)
        record(address + i, (unsigned)word, kind, pc, !a || (!element && a->align > other));
}

/* ---- what a request costs -------------------------------------------------------------------- */

/* How many different values of a[i] >> shift there are. */
unsigned different(const uintptr_t *a, unsigned n, unsigned shift)
{
    uintptr_t sorted[64];
    unsigned count = n > 0;
    for (unsigned i = 1; i < n; i++) {
        if (a[i] >> shift < a[i - 1] >> shift) { /* not in order */
            std::copy(a, a + n, sorted);
            std::sort(sorted, sorted + n);
            return different(sorted, n, shift);
        }
        count += a[i] >> shift != a[i - 1] >> shift;
    }
    return count;
}

/* The distance between the addresses of one lane and the next, if most have the same; or
 * no_pattern. */
long usual_distance(const uintptr_t *a, unsigned n)
{
    long found = no_pattern;
    int votes = 0, agree = 0;
    for (unsigned i = 1; i < n; i++) {
        long d = (long)(a[i] - a[i - 1]);
        if (!votes)
            found = d;
        votes += d == found ? 1 : -1;
    }
    for (unsigned i = 1; i < n; i++)
        agree += (long)(a[i] - a[i - 1]) == found;
    return 2 * agree > (int)n - 1 ? found : no_pattern;
}

/* The addresses of the lanes of the request; returns how many. */
unsigned addresses_of(const slot &s, uintptr_t *a)
{
    unsigned n = 0;
    for (uint32_t left = s.lanes; left; left &= left - 1)
        a[n++] = s.address[__builtin_ctz(left)];
    return n;
}

void count_shared(const slot &s, bool is_load, tally *t)
{
    turns cost = turns_of(s.address, s.lanes, s.bytes, is_load);
    uintptr_t address[32] = {};
    t->units += cost.taken;
    t->least += cost.least;
    if (cost.taken > cost.least)
        t->distances[usual_distance(address, addresses_of(s, address))] += cost.taken - cost.least;
}

/* Global memory is served by sectors of 32 bytes. The fewest: those that the bytes would fill. */
void count_global(const slot &s, tally *t)
{
    uintptr_t address[64] = {};
    unsigned n = addresses_of(s, address), lanes = n;
    unsigned least = (different(address, n, 0) * s.bytes + 31) / 32;
    for (unsigned i = 0; i < lanes; i++)
        if (address[i] % 32 + s.bytes > 32) /* misaligned, which no GPU allows */
            address[n++] = address[i] + s.bytes - 1;
    unsigned units = different(address, n, 5);
    t->units += units;
    t->least += std::min(least, units);
    t->dense += (lanes * s.bytes + 31) / 32;
    if (units > least)
        t->distances[usual_distance(address, lanes)] += units - least;
}

/* What a request adds to the counters of its line and of its block. An atomic loads and stores, so
 * nobody can hide a load in one. */
void count_goals(counter *c, const slot &s, place at, unsigned long long sectors, tally *t)
{
    unsigned lanes = (unsigned)__builtin_popcount(s.lanes), bytes = s.bytes * lanes;
    access_kind kind = access_kind(at >> 1 & 3);
    bool shared = at & 1, load = kind != write_access, store = kind != read_access;
    auto add = [&](bool does, cpu_device_counter which, unsigned long long n) {
        t->counts[which] += does ? n : 0;
        c->in_block[which] += does ? n : 0;
    };
    unsigned anew = load && store ? bytes : s.bytes * (unsigned)__builtin_popcount(s.anew);
    add(load && store, COUNT_ATOMICS, lanes);
    add(load && store && !shared, COUNT_GLOBAL_ATOMICS, lanes);
    add(shared, COUNT_SHARED, bytes);
    add(shared && load, COUNT_SHARED_LOADED, bytes);
    add(shared && load, COUNT_SHARED_LOADED_ANEW, anew);
    add(shared && store, COUNT_SHARED_STORES, lanes);
    c->shared_loaded += shared && load ? bytes : 0;
    if (shared)
        return;
    add(true, COUNT_GLOBAL, bytes);
    add(load, COUNT_LOADED, bytes);
    add(load, COUNT_LOADED_ANEW, anew);
    add(load && s.bytes < 16, COUNT_LOADED_NARROW, bytes);
    add(load, COUNT_LOADED_SECTORS, sectors);
    add(store, COUNT_STORED, bytes);
    add(store && s.bytes < 16, COUNT_STORED_NARROW, bytes);
    add(store, COUNT_STORED_SECTORS, sectors);
    c->loaded += store ? 0 : bytes;
    t->since_barrier += store ? 0 : bytes;
}

traced_array named(const array &a, bool shared, uintptr_t address)
{
    const stretch *memory = a.size ? &a : stretch_at(address);
    size_t size = memory ? memory->first + memory->size - a.first : 0;
    return { a.name, shared, a.first, size, a.element, { a.inner[0], a.inner[1] } };
}

/* What the slot has just cost, for the page about a kernel. */
void trace_slot(counter *c, const slot &s, const request &first)
{
    request r = first;
    r.bytes = s.bytes, r.lanes = s.lanes;
    std::copy(s.address, s.address + 32, r.at_lane);
    if (!c->traced->wants(r))
        return;
    uintptr_t address = r.at_lane[__builtin_ctz(r.lanes)];
    const array *a = array_at(c, r.at & 1, address);
    traced_array known = a ? named(*a, r.at & 1, address) : traced_array();
    c->traced->add(r, a ? &known : nullptr);
}

/* A constant that all lanes read costs nothing. */
bool is_free(const slot &s)
{
    uintptr_t address[32] = {};
    unsigned n = addresses_of(s, address);
    return is_constant(address[0]) && different(address, n, 0) == 1;
}

void count_slot(counter *c, const slot &s, place at, tally *t)
{
    bool shared = at & 1;
    unsigned long long units = t->units;

    if (!shared && is_free(s))
        return;

    t->requests++;
    t->bytes += s.bytes * (unsigned)__builtin_popcount(s.lanes);
    t->width = std::max(t->width, s.bytes);
    for (uint32_t left = s.lanes; left; left &= left - 1) {
        t->lowest = std::min(t->lowest, s.address[__builtin_ctz(left)]);
        t->highest = std::max(t->highest, s.address[__builtin_ctz(left)]);
    }
    if (t->distances.size() > 1000)
        t->distances = { { no_pattern, t->units } };
    if (shared)
        count_shared(s, access_kind(at >> 1 & 3) == read_access, t);
    else
        count_global(s, t);
    count_goals(c, s, at, t->units - units, t);
}

/* The lanes of the warp are together: the requests so far are complete. */
void count_warp(counter *c, warp *w)
{
    for (unsigned number : w->begun) {
        trace &t = w->traces[number];
        tally &sum = c->tallies[number];
        unsigned most = *std::max_element(t.came, t.came + 32);
        for (unsigned lane = 0; lane < 32; lane++)
            sum.differ |= t.came[lane] && t.came[lane] != most;
        sum.differ |= t.differ;
        sum.cut |= w->cut;
        for (unsigned k = 0; k < t.used; k++) {
            unsigned long long units = sum.units, least = sum.least;
            count_slot(c, t.slots[k], c->places[number], &sum);
            if (c->traced)
                trace_slot(c, t.slots[k],
                           { c->places[number],
                             (unsigned)(w - c->warps),
                             0,
                             t.earlier + k,
                             0,
                             (unsigned)(sum.units - units),
                             (unsigned)(sum.least - least),
                             0,
                             {} });
        }
        t.earlier += t.used;
        memset(t.came, 0, sizeof t.came);
        t.used = 0;
        t.differ = false;
        if (t.slots.size() > 4096)
            std::vector<slot>().swap(t.slots);
    }
    w->begun.clear();
    w->slots = 0;
    w->cut = false;
}

void count_all(counter *c)
{
    for (warp &w : c->warps)
        if (!w.begun.empty())
            count_warp(c, &w);
}

/* The block has reached a barrier, or its end. */
void end_phase(counter *c)
{
    end_pending(c);
    count_all(c);
    c->most_shared = std::max(c->most_shared, c->shared_loaded);
    bool waiting = c->shared_loaded < std::max(2 * c->loaded, c->most_shared / 2);
    for (tally &t : c->tallies) {
        t.counts[COUNT_LOADED_WAITING] += waiting ? t.since_barrier : 0;
        t.since_barrier = 0;
    }
    c->in_block[COUNT_LOADED_WAITING] += waiting ? c->loaded : 0;
    c->loaded = c->shared_loaded = 0;
    c->barriers++;
}

void end_block(counter *c)
{
    end_phase(c);
    for (int i = 0; i < CPU_DEVICE_COUNTERS; i++) {
        c->counts.all[i] += c->in_block[i];
        c->counts.in_one_block[i] = std::max(c->counts.in_one_block[i], c->in_block[i]);
        c->in_block[i] = 0;
    }
}

/* ---- the sum over CPU threads ---------------------------------------------------------------- */

/* Of one place: what goes into the sums since counting was turned on. */
void merge_counts(place at, const tally &t)
{
    sums s;
    std::copy(t.counts, t.counts + CPU_DEVICE_COUNTERS, s.all);
    std::string line;
    bool is_known = !t.joined || line_of(at, &line);
    since.cut |= !is_known;
    if (t.joined && (!is_known || reads_members(at))) /* nvcc loads and stores the whole */
        for (int which : { COUNT_LOADED_NARROW, COUNT_STORED_NARROW }) {
            unsigned long long whole = std::min(s.all[which], t.joined);
            s.all[which] -= whole;
            since.counts.all[which] -= whole;
        }
    since.places[at].add(s);
}

void add_to_totals(const tally &t, bool shared)
{
    (shared ? totals.shared : totals.requests) += t.requests;
    totals.bytes += shared ? 0 : t.bytes;
    totals.sectors += shared ? 0 : t.units;
    totals.least_sectors += shared ? 0 : t.least;
    totals.bank_conflicts += shared ? t.units - t.least : 0;
}

void merge(counter *c, const kernel_operation *launch)
{
    std::lock_guard<std::mutex> hold(lock);
    if (c->traced)
        c->traced->finish();
    if (counting == COUNT_ALL)
        trace_barriers(launch->name, &c->passed);
    c->passed.clear();
    kernel_traffic apart, &kernel = counting == COUNT_ALL ? traffic[launch->name] : apart;
    kernel.counts.add(c->counts);
    if (c->counts.in_one_block[COUNT_LOADS_OF_THREAD] >
        since.counts.in_one_block[COUNT_LOADS_OF_THREAD])
        since.places[c->of_most_loads].all[COUNT_LOADS_OF_THREAD] =
            c->counts.in_one_block[COUNT_LOADS_OF_THREAD];
    since.counts.add(c->counts);
    since.cut |= fault_code != 0 || c->full;
    c->full = false;
    c->counts = sums();
    for (size_t i = 0; i < c->places.size(); i++) {
        tally &t = c->tallies[i];
        bool shared = c->places[i] & 1;
        if (!t.requests)
            continue;
        const array *first = array_at(c, shared, t.lowest), *last = array_at(c, shared, t.highest);
        std::string name = first ? first->name : "", other = last ? last->name : "";
        kernel.places[{ c->places[i], name == other ? name : name + ", " + other }].add(t);
        merge_counts(c->places[i], t);
        since.cut |= t.cut;
        if (counting == COUNT_ALL)
            add_to_totals(t, shared);
        t = tally();
    }
    if (fault_code) /* in the midst of a block */
        for (auto &p : kernel.places)
            p.second.cut = true;
}

unsigned long long volume(const dim3 &d) { return (unsigned long long)d.x * d.y * d.z; }

void count_launch(const kernel_operation *launch)
{
    sums s;
    s.all[COUNT_BLOCKS] = volume(launch->where.grid);
    s.all[COUNT_THREADS] = s.all[COUNT_BLOCKS] * volume(launch->where.block);
    s.all[COUNT_WARP_BLOCKS] = volume(launch->where.block) <= 32 ? s.all[COUNT_BLOCKS] : 0;
    s.in_one_block[COUNT_BLOCKS] = 1;
    s.in_one_block[COUNT_WARP_BLOCKS] = volume(launch->where.block) <= 32;
    s.in_one_block[COUNT_THREADS] = volume(launch->where.block);
    launched = true;
    if (counting == COUNT_ALL) {
        traffic[launch->name].launches++;
        traffic[launch->name].counts.add(s);
    }
    since.counts.add(s);
    if (s.all[COUNT_THREADS] > since.threads) {
        since.threads = s.all[COUNT_THREADS];
        since.launched_at = shortened(launch->place ? launch->place : "");
    }
}

/* Only where one CPU thread runs all blocks, as in a grader. */
bool covers()
{
    static const bool wanted = getenv("CPU_DEVICE_COVER");
    return wanted && omp_get_max_threads() == 1;
}

/* Memory that the host may use meanwhile stays as it is. */
void cover_memory()
{
    std::vector<stretch> memory = memory_of_kernels(false);
    for (auto &v : variables)
        if (v.kind == device_variable)
            memory.push_back(v);
    std::sort(memory.begin(), memory.end(),
              [](const stretch &a, const stretch &b) { return a.first < b.first; });
    last_shown = {};
    cover(memory);
}

} // namespace

/* ---- the hooks ------------------------------------------------------------------------------- */

static unsigned long long
    launches; /* that have begun: the address of one may be that of the next */

void on_launch(const kernel_operation *launch)
{
    std::lock_guard<std::mutex> hold(lock);
    launches++;
    if (counting)
        count_launch(launch);
    current_trace = counting == COUNT_ALL ? trace_launch(launch) : nullptr;
    global = memory_of_kernels();
    parameters = { (uintptr_t)launch, malloc_usable_size((void *)launch) };
    for (auto &v : variables)
        if (v.kind != constant_variable)
            global.push_back(v);
    std::sort(global.begin(), global.end(),
              [](const stretch &a, const stretch &b) { return a.first < b.first; });
    pointers = arguments[launch];
    arguments.erase(launch); /* a graph notes them again */
    if (counting != COUNT_APART || !covers())
        return;
    since.cut |= launch->where.cooperative; /* several CPU threads */
    if (!launch->where.cooperative)
        cover_memory();
}

void on_launch_gone(const kernel_operation *launch)
{
    std::lock_guard<std::mutex> hold(lock);
    arguments.erase(launch);
}

void on_argument(const kernel_operation *launch, const char *name, const volatile void *p,
                 size_t element, size_t align)
{
    std::lock_guard<std::mutex> hold(lock);
    std::string word(name); /* ", n," */
    word.erase(
        std::remove_if(word.begin(), word.end(), [](char c) { return c == ',' || c == ' '; }),
        word.end());
    for (auto &a : arguments[launch])
        if (a.first == (uintptr_t)p)
            return (void)(a.name += "/" + word);
    arguments[launch].push_back({ { (uintptr_t)p, 0 }, word, element, align, device_array, {} });
}

void on_blocks(const kernel_operation *launch)
{
    static thread_local std::unique_ptr<counter> owner;
    if (!counting)
        return;
    if (!owner)
        owner.reset(new counter());
    counter *c = owner.get();
    dl_iterate_phdr(find_local, &c->local);
    /* those without a first value lie together, and those with one, in the compiler's order */
    c->built_in[0] = around({ &threadIdx, &blockIdx, &self, &current }, sizeof threadIdx);
    c->built_in[1] = around({ &blockDim, &gridDim }, sizeof gridDim);
    c->dynamic = { (uintptr_t)self->dynamic_shared, launch->where.shared };
    c->running = &c->warps[0];
    c->lane = c->number = c->begun = 0;
    c->pending.address = 0;
    c->most_shared = c->launch == launches ? c->most_shared : 0;
    c->launch = launches;
    enter(c, 0, 0);
    c->traced.reset(current_trace ? new tracer(current_trace) : nullptr);
    mine = c;
    running++;
    for (auto make_known : outside_of_functions)
        make_known();
}

void on_blocks_end()
{
    counter *c = mine;
    if (!c)
        return;
    mine = nullptr;
    end_block(c);
    merge(c, static_cast<const kernel_operation *>(self->launch));
    running--;
}

void on_block(unsigned long long block)
{
    if (!mine)
        return;
    end_block(mine);
    mine->begun = 0;
    if (!mine->traced)
        return;
    mine->traced->begin_block(block);
    for (warp &w : mine->warps)
        for (trace &t : w.traces)
            t.earlier = 0;
}

/* While no thread of the block has waited, a warp has ended when the next one begins. */
void on_thread(unsigned linear)
{
    counter *c = mine;
    if (!c)
        return;
    end_pending(c);
    if (linear / 32 != c->number && !current)
        count_warp(c, c->running);
    c->lane = linear % 32;
    c->number = linear / 32;
    c->running = &c->warps[c->number];
    c->top = 0;
    if (linear >= c->begun) {
        c->begun = linear + 1;
        c->top = (uintptr_t)__builtin_frame_address(0);
        enter(c, 0, 0);
        c->running->atomics = c->lane ? c->running->atomics : 0;
        c->running->walks[c->lane].loads = c->running->walks[c->lane].trips = 0;
        std::fill_n(c->running->walks[c->lane].open, 4, parts());
        for (last_loads &from : c->running->walks[c->lane].from)
            from.barriers = ~0u;
    }
}

/* Until the thread begins, calls of the compiler belong to no thread. */
void on_stack()
{
    if (!mine)
        return;
    mine->running = &mine->no_warp;
    enter(mine, 0, 0);
}

void on_barrier(const worker *w)
{
    if (!mine)
        return;
    end_phase(mine);
    if (mine->traced)
        mine->traced->end_interval(w->barrier_place);
    if (is_tracing() && w->barrier_place)
        mine->passed[w->barrier_place]++;
    mine->in_block[COUNT_BARRIERS]++;
}

void on_warp(unsigned number, unsigned lanes)
{
    if (mine)
        end_pending(mine);
    if (mine && (lanes | self->ended[number]) == ~0u)
        count_warp(mine, &mine->warps[number]);
}

/* One instruction, which loads from global memory and stores to shared memory. */
void on_async_copy(const async_copy &c)
{
    const char *pc = (const char *)c.pc - 1;
    if (c.taken)
        record((uintptr_t)c.from, c.size, read_access, pc);
    record((uintptr_t)c.to, c.size, write_access, pc);
}

void on_async_copying(const async_copy &c)
{
    show((uintptr_t)c.from, c.taken);
    show((uintptr_t)c.to, c.size);
}

void on_shared(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
               unsigned inner2, unsigned align)
{
    counter *c = mine;
    if (!c)
        return;
    if (!size) /* extern: all dynamic shared memory */
        size = c->dynamic.size;
    for (auto &s : c->shared)
        if (s.first == (uintptr_t)p && s.size == size)
            return (void)(s.name == name ? s.name : s.name = name);
    c->shared.push_back(
        { { (uintptr_t)p, size }, name, element, align, device_array, { inner1, inner2 } });
}

void on_launch_end() { uncover(); }

int at_launch(void (*make_known)())
{
    outside_of_functions.push_back(make_known);
    return 0;
}

int on_variable(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
                unsigned inner2, array_kind kind, unsigned align)
{
    std::lock_guard<std::mutex> hold(lock);
    variables.push_back({ { (uintptr_t)p, size }, name, element, align, kind, { inner1, inner2 } });
    return 0;
}

} // namespace cpu_device::check

/* ---- what the compiler calls ----------------------------------------------------------------- */

using namespace cpu_device::check;

struct cpu_device_traffic cpu_device_traffic()
{
    std::lock_guard<std::mutex> hold(lock);
    return totals;
}

void cpu_device_count_traffic(int what)
{
    std::lock_guard<std::mutex> hold(lock);
    if (what != COUNT_NOTHING)
        since = {};
    counting = what;
}

struct cpu_device_count cpu_device_count(enum cpu_device_counter which)
{
    std::lock_guard<std::mutex> hold(lock);
    return { since.counts.all[which], since.counts.in_one_block[which], !since.cut };
}

void cpu_device_count_line(enum cpu_device_counter which, char line[256])
{
    std::lock_guard<std::mutex> hold(lock);
    cpu_device_counter by = which == COUNT_ATOMICS_OF_WARP ? COUNT_ATOMICS : which;
    auto most = std::max_element(since.places.begin(), since.places.end(), [=](auto &a, auto &b) {
        return a.second.all[by] < b.second.all[by];
    });
    bool is_of_launch = which <= COUNT_WARP_BLOCKS || which == COUNT_TRIPS_OF_THREAD;
    std::string found = is_of_launch ? since.launched_at : "";
    if (most != since.places.end() && most->second.all[by])
        line_of(most->first, &found);
    snprintf(line, 256, "%s", found.c_str());
}

#define ON_VOLATILE(p, n, kind)                                                                    \
    show((uintptr_t)(p), n);                                                                       \
    n < 16 ? record((uintptr_t)(p), n, kind, CALLER)                                               \
           : record_words((uintptr_t)(p), n, kind, CALLER, 16)
#define ON_LOAD(p, n)  ON_VOLATILE(p, n, read_access)
#define ON_STORE(p, n) ON_VOLATILE(p, n, write_access)
#define ON_RANGE(p, n, kind)                                                                       \
    show((uintptr_t)(p), n);                                                                       \
    record_words((uintptr_t)(p), n, kind, CALLER, 4)
#define ON_UNALIGNED(p, n, kind) ON_RANGE(p, n, kind)
/* An atomic counts once. Where it is a loop of compare-and-exchange here, the memory order of that
 * is relaxed, and it counts when it succeeds. The order of atomicCAS is another, and it always
 * counts. */
#define ON_ATOMIC(p, n)                                                                            \
    show((uintptr_t)(p), n);                                                                       \
    record((uintptr_t)(p), n, atomic_access, CALLER)
#define ON_ATOMIC_LOAD(p, n)                                                                       \
    show((uintptr_t)(p), n);                                                                       \
    if (mine)                                                                                      \
    end_pending(mine), mine->pending = { (uintptr_t)(p), (unsigned)(n), CALLER }
#define ON_COMPARE(p, n)                                                                           \
    if (mine && mine->pending.address == (uintptr_t)(p))                                           \
        mine->pending.address = 0;                                                                 \
    show((uintptr_t)(p), n)
#define ON_COMPARED(p, n, done, order)                                                             \
    if (done || order != __ATOMIC_RELAXED)                                                         \
        record((uintptr_t)(p), n, atomic_access, CALLER);                                          \
    else if (mine)                                                                                 \
    frame_of(mine).again = true
#define ON_CALL(from)                                                                              \
    if (mine)                                                                                      \
    on_call(mine, (uintptr_t)(from))
#define ON_RETURN()                                                                                \
    if (mine)                                                                                      \
    on_return(mine)
#include "../run/compiler_calls.h"

/* -fsanitize-coverage=trace-pc: each block of straight code begins. */
extern "C" void __sanitizer_cov_trace_pc()
{
    counter *c = mine;
    if (c && stopping)
        cpu_device::fault(cudaErrorLaunchFailure, _("the program was ended"));
    if (c)
        on_code(c, (uintptr_t)CALLER);
}
