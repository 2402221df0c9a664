/* CPU device: what the files of the bug finder share. The compiler calls __tsan_... before each
 * load and store of a program (-fsanitize=thread without its library); each 4 bytes of shared and
 * device memory have a cell that remembers who touched them. Each file calls only files that stand
 * above it here, and those of ../run:
 *
 *   findings.cpp    what has been found; which arrays and variables there are (findings.h)
 *   report.cpp      explains the findings and prints them, as text and as JSON (findings.h)
 *   spaces.cpp      the memory that is watched; what runs now; findings at an address
 *   order.cpp       what orders the threads of a launch: barriers, warps, fences, atomics, locks
 *   operations.cpp  what orders launches, copies and the host: streams, events, waiting
 *   cells.cpp       an access against those before it
 *   kernel.cpp      the hooks of a running kernel
 *   end.cpp         the end of the program, however it comes (findings.h)
 *   entry.cpp       what the compiler calls
 *
 * The hooks are declared in ../include/hooks.h. */
#ifndef CPU_DEVICE_CHECK_STATE_H
#define CPU_DEVICE_CHECK_STATE_H

#include "findings.h"

namespace cpu_device
{
namespace check
{

/* ---- spaces.cpp ------------------------------------------------------------------------------ */

/* The blocks of a launch run one after another on one CPU thread, so one clock serves: it ticks
 * when something orders threads. An access with an earlier time is ordered before the running
 * thread's if a barrier, a meeting of the warp, or a fence and an atomic lie between; if not, and
 * one of the two writes, it is a race, whatever the run made of it. */

typedef uint32_t tick;

/* Who: thread 0..9, code address 10..27, flags. */
const uint32_t thread_bits = 1023, warp_bits = 992, spread_blocks = 1u << 28, spread = 1u << 29,
               atomic_bit = 1u << 30, release_bit = 1u << 31,
               own_block = release_bit; /* of a store; of an atomic */
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

struct now_running {
    tick time = 1;
    tick ordered = 1;   /* what is earlier comes from operations that are ordered before this */
    tick before;        /* that, or for shared memory when the block began */
    tick launch, block; /* when they began; the block anew after a barrier of the grid */
    tick shared;        /* when the block began to use its shared memory */
    tick grid;          /* when the grid's last barrier opened */
    tick barrier;       /* when the block's last barrier opened */
    tick warp;          /* when the thread's warp last met, or that barrier */
    unsigned thread;    /* that runs */
    unsigned long long block_number;
    const kernel_operation *kernel;
    size_t shared_size, arena_size; /* for what is quick; 0 outside of kernels */
    bool unsettled;                 /* settle() has something to do */
    bool copies_open;               /* see copies_are_open() */
    bool both_paths;                /* CPU_DEVICE_CHECK_BOTH: see would_pass() */
    unsigned long long noted;       /* findings, also those to be settled */
    bool muted;        /* after a divergence, what follows in this block says nothing */
    bool block_scope;  /* it runs an atomic that is one only within its block */
    bool compares;     /* it runs an atomicCAS of the program's own */
    bool unread;       /* it runs an atomicExch whose result nobody looks at */
    bool relaxation;   /* it runs an atomic whose repetition does no harm */
    bool device_fence; /* some thread of this block has called __threadfence */
    bool fenced;       /* some thread of this launch has called __threadfence */
};
extern now_running at;

/* A range of addresses with cells. state, one byte per 4: in the lower half those that exist, in
 * the upper half those that have a value. A cell whose write.time is `split` has given way to one
 * per byte in bytes[]. */
struct space {
    uintptr_t base;
    size_t size;
    cell *cells, *bytes;
    uint8_t *state;
};
extern space shared_space, arena, globals;
const tick split = ~0u;
const uint8_t not_shared = 0xf0; /* state of what lies between the shared variables */

/* What kernels get from malloc: glibc's heap of the device thread, at a multiple of its size. */
const uintptr_t heap_bytes = 64 << 20;
extern uintptr_t device_heap; /* of the running CPU thread */

struct event {
    uintptr_t address;
    unsigned bytes;
    access_kind kind;
    bool is_volatile, compares;
    const void *pc;
    uint32_t who;
};
/* The finding of that kind at these places, or a new one; counted once more. */
finding *find(kind_of_bug kind, const event &e, const side &a, const side *b = nullptr);

static inline space *space_of(uintptr_t address)
{
    for (space *s : { &shared_space, &arena, &globals })
        if (address - s->base < s->size)
            return s;
    return nullptr;
}

void set_state(uintptr_t first, size_t n, uint8_t bits, bool on);
void free_cells(space &s);
void know_shared(); /* the variables outside of functions */

/* ---- order.cpp ------------------------------------------------------------------------------- */

void begin_launch();
void begin_block(unsigned long long block);
bool has_begun(); /* a block of this launch */
void pass_barrier(unsigned threads);
void pass_warp(unsigned warp, unsigned lanes);
void pass_fence(bool device);
void take_lock(uintptr_t lock, unsigned long long free);
void give_lock(uintptr_t lock, unsigned long long value);
extern tick warp_met[32]; /* when the warp's threads last met, or the block's last barrier opened */

bool ordered(const mark &a); /* before what the running thread does now? */
bool before_own_atomic(uintptr_t address, const mark &a);
bool same_lock(const mark &a);
bool wants_lock_fence(const mark &a);
bool has_fenced(); /* the running thread's block */
void publish(uintptr_t address);
void learn(uintptr_t address);
unsigned long long block_at(tick time);

/* ---- operations.cpp: operations in streams --------------------------------------------------- */

typedef std::vector<unsigned> clock; /* by stream: the number of the last operation that is known */

struct operation_info {
    size_t stream;
    clock known;
    tick begin;
    call_stack from;
    const char *kernel, *what; /* a kernel, or a copy or the like */
    bool prints;               /* it has printed something */
};
extern std::vector<operation_info> operations;
extern clock host_knows;
extern thread_local bool on_device_thread;
extern unsigned running; /* the number of the operation that runs */

bool knows_operation(const clock &c, unsigned number);
unsigned operation_at(tick time);
void range(uintptr_t first, size_t n, bool write); /* is copied or set */
void find_lost_prints();

void unfinished(const event &e, const side &a, access_kind kind, unsigned number);
bool copies_are_open();
void meets_open_copy(const event &e);
void meets_copy(const event &e, const side *by = nullptr);

/* ---- cells.cpp ------------------------------------------------------------------------------- */

void settle(); /* what waited to see what the thread does next */
void on_access(uintptr_t address, unsigned bytes, access_kind kind, bool is_volatile, bool compares,
               const void *pc);
void excuse_cas_loops();
template <unsigned n> void other_load(uintptr_t address, const void *pc);
template <unsigned n> void store(uintptr_t address, const void *pc);

/* The very common case: the threads of a block read what one of them has put into shared memory,
 * and two of other warps, or two of this warp, have done so already since the barrier. */
static inline bool nothing_new(const cell &c)
{
    const mark &a = c.reads[0], &b = c.reads[1];
    if (b.time < at.barrier || c.write.time >= at.barrier)
        return false;
    return b.who & spread || (!((b.who ^ at.thread) & warp_bits) && b.time >= at.warp &&
                              a.time >= at.warp && !((a.who | b.who) & atomic_bit));
}

static inline bool nothing_new(uintptr_t address)
{
    size_t offset = address - shared_space.base;
    if (offset >= at.shared_size || offset % 4)
        return false;
    return nothing_new(
        *(const cell *)((const char *)shared_space.cells + offset / 4 * sizeof(cell)));
}

template <unsigned n> inline void load(uintptr_t address, const void *pc)
{
    if (n == 4 && nothing_new(address))
        accesses++;
    else
        other_load<n>(address, pc);
}

} // namespace check
} // namespace cpu_device

#endif
