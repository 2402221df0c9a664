/* CPU device: what the files of the bug finder share, in the order of the map (../README.md,
 * check/): each calls only files that stand above it there, and those of ../run. The compiler calls
 * __tsan_... before each load and store of a program (-fsanitize=thread without its library); each
 * 4 bytes of shared and device memory have a cell that remembers who touched them. The hooks are
 * declared in ../include/hooks.h. */
#ifndef CPU_DEVICE_CHECK_STATE_H
#define CPU_DEVICE_CHECK_STATE_H

#include "findings.h"

namespace cpu_device::check
{

/* ---- spaces.cpp ------------------------------------------------------------------------------ */

/* The blocks of a launch run one after another on one CPU thread, so there is one clock: it ticks
 * when something orders threads. An access with an earlier time is ordered before one of the
 * running thread if a barrier, a meeting of the warp, or a fence and an atomic lie between them. If
 * nothing does, and one of the two writes, it is a race, even if this run had the right result. */

typedef uint32_t tick;

/* An access that a cell remembers. who: bits 0 to 9 are the thread, of which 5 to 9 are the warp,
 * bits 10 to 27 the address of the code (place_of), the others flags. */
struct mark {
    tick time;
    uint32_t who;
};
const uint32_t thread_bits = 1023, warp_bits = 992;
const unsigned place_shift = 10, place_bits = (1u << 18) - 1;
const uint32_t spread_blocks = 1u << 28; /* the cell's two loads are of different blocks */
const uint32_t spread = 1u << 29;        /* or warps */
const uint32_t atomic_bit = 1u << 30;
const uint32_t release_bit = 1u << 31;  /* of a store: a volatile one after a fence */
const uint32_t own_block = 1u << 31;    /* of an atomic: it is one only within its block */
const uint32_t volatile_bit = 1u << 31; /* of a load */

/* A code address in 18 bits, for the program's first megabyte; 0 beyond. */
extern "C" char __executable_start;

static inline unsigned place_of(const void *pc)
{
    size_t offset = (size_t)((const char *)pc - &__executable_start) >> 2;
    return offset <= place_bits ? (unsigned)offset : 0;
}

static inline unsigned place_in(uint32_t who) { return who >> place_shift & place_bits; }

static inline access_kind kind_of_read(const mark &a)
{
    return a.who & atomic_bit ? atomic_access : read_access;
}

/* The last store, and two of the loads and atomics since: of different blocks or warps if there
 * were such. So the next store, by whichever thread, meets one that is not its own. */
struct cell {
    mark write, reads[2];
};

struct now_running {
    tick time = 1;
    tick ordered = 1;   /* what is earlier comes from operations that are ordered before this one */
    tick before;        /* the same, or for shared memory when the block began */
    tick launch, block; /* when they began; the block begins again after a barrier of the grid */
    tick shared;        /* when the block began to use its shared memory */
    tick grid;          /* when the grid's last barrier opened */
    tick barrier;       /* when the block's last barrier opened */
    tick warp;          /* when the thread's warp last met, or that barrier */
    unsigned thread;    /* that runs */
    unsigned long long block_number;
    const kernel_operation *kernel;
    size_t shared_size, arena_size; /* of the spaces, for quick(); 0 outside of kernels */
    bool unsettled;                 /* settle() has something to do */
    bool copies_open;               /* see copies_are_open() */
    bool in_flight;                 /* the launch has made copies by <cuda_pipeline.h> */
    bool both_paths;                /* CPU_DEVICE_CHECK_BOTH: see would_pass() */
    int search_steps;               /* of a search for what orders two accesses, at most */
    unsigned long long noted;       /* findings, and what settle() may make one */
    unsigned long long elsewhere;   /* accesses to none of the spaces, as to its stack, threadIdx */
    unsigned long long atomics;
    bool muted;        /* after a divergence: further findings in this block would mislead */
    bool block_scope;  /* it runs an atomic that is one only within its block, */
    bool system_scope; /* or one that is one for the host as well */
    bool compares;     /* it runs an atomicCAS of the program's own */
    bool unread;       /* it runs an atomicExch whose result nobody looks at */
    bool relaxation;   /* it runs an atomic whose repetition does no harm */
    bool device_fence; /* some thread of this block has called __threadfence */
    bool fenced;       /* some thread of this launch has called __threadfence */
};
extern now_running at;

/* A range of addresses with a cell and a state for each 4 bytes. state: the lower 4 bits tell which
 * of the bytes exist, the upper 4 which have a value. A cell whose write.time is `split` is
 * replaced by one per byte in bytes[]. */
struct space {
    uintptr_t base;
    size_t size;
    cell *cells, *bytes;
    uint8_t *state;
};
extern space shared_space, arena, globals;
const tick split = ~0u;
const tick under_way = ~0u - 1;  /* of a cell that a copy in flight will write: see in_flight.cpp */
const uint8_t not_shared = 0xf0; /* state of what lies between the shared variables */

/* Where malloc in a kernel takes memory from: glibc's heap of the running CPU thread, which begins
 * at a multiple of its size. */
const uintptr_t heap_bytes = 64 << 20;
extern uintptr_t device_heap;

struct event { /* an access that is made now */
    uintptr_t address = 0;
    unsigned bytes = 0;
    access_kind kind = no_access;
    bool is_volatile = false, compares = false;
    bool later = false; /* by a copy in flight: the memory does not change yet */
    const void *pc = nullptr;
    uint32_t who = 0; /* see mark */
};

static inline side by_thread(unsigned thread, const std::string &place, access_kind kind)
{
    return { {}, place, kind, at.block_number, thread, true };
}

/* The finding of that kind at these places, or a new one; counted once more. */
finding *find(kind_of_bug kind, const event &e, const side &a, const side *b = nullptr);
finding *find_here(kind_of_bug kind, const event &e); /* by the running thread */
side side_of(uint32_t who, access_kind kind, unsigned long long block);

static inline space *space_of(uintptr_t address)
{
    for (space *s : { &shared_space, &arena, &globals })
        if (address - s->base < s->size)
            return s;
    return nullptr;
}

/* From now on these bytes exist (bits 0x0f), have a value (0xf0), or both; or they do not. */
void set_state(uintptr_t first, size_t n, uint8_t bits, bool on);
void free_cells(space &s);
bool is_constant_variable(uintptr_t address); /* a __constant__ one */
bool is_guard(uintptr_t address);             /* beside a variable that is const */
void know_shared();                           /* the __shared__ variables outside of functions */

/* ---- stray.cpp ------------------------------------------------------------------------------- */

/* Where the frame of the function that loads or stores begins: what lies below it is over. Or 0. */
extern CPU_DEVICE_THREAD uintptr_t frame;
bool is_local(uintptr_t address); /* a variable of the thread lies there, on its stack */
void stray(const event &e);
bool is_misaligned(const event &e, unsigned size); /* which has been noted then */

/* ---- order.cpp ------------------------------------------------------------------------------- */

void begin_launch();
void begin_block(unsigned long long block);
bool has_begun();                              /* a block of this launch */
void pass_barrier(unsigned threads);           /* of the block */
void pass_warp(unsigned warp, unsigned lanes); /* these lanes meet */
void pass_fence(bool device);
void take_lock(uintptr_t lock, unsigned long long free);
bool holds_lock(uintptr_t lock, const mark &a); /* taken since that access, by the running thread */
void give_lock_by_store(uintptr_t lock);        /* a volatile one, after a fence */
void give_lock(uintptr_t lock, unsigned long long value);
extern tick warp_met[32]; /* when the warp's threads last met, or the block's last barrier opened */

unsigned long long block_at(tick time); /* the block that ran at that time */
bool ordered(const mark &a);            /* before what the running thread does now? */
bool before_own_atomic(uintptr_t address, const mark &a);
bool same_lock(const mark &a);
bool wants_lock_fence(const mark &a);
bool has_fenced(); /* some thread of the running block, in this launch */
void publish(
    uintptr_t address); /* an atomic there: what the running thread knows, others may learn */
/* An atomic, or by_flag a volatile load there: it learns it. */
void learn(uintptr_t address, bool by_flag);

/* ---- host.cpp -------------------------------------------------------------------------------- */

/* What is known to be done: by stream, the number of the last such operation. */
typedef std::vector<unsigned> clock;

struct operation_info {
    size_t stream;
    clock known;        /* what is done when it begins */
    tick begin;         /* when it did */
    call_stack from;    /* the host's call that queued it */
    const char *kernel; /* its name, */
    const char *what;   /* or "a copy", "a memset", ... */
    bool prints;        /* it has printed something */
};
extern std::vector<operation_info> operations; /* by number */
extern unsigned running;                       /* the number of the operation that runs */
extern clock host_knows;                       /* what any thread of the host has waited for */
extern thread_local bool on_device_thread;
extern thread_local int in_host_function;

void join(clock &a, const clock &b); /* to the later of the two */
bool knows_operation(const clock &c, unsigned number);
clock host_clock();               /* what this thread of the host, or this callback, knows */
void host_waited(const clock &c); /* this thread */
bool host_knows_access(unsigned number, tick time); /* of that operation, at that time */
void order_host(const event &e, bool of_device);    /* an access of the host */
void pass_system_fence();                           /* __threadfence_system() */
void note_system(const event &e);          /* a kernel's atomic, or access to a volatile variable */
bool among_system_atomics(const event &e); /* an atomic of the host */

/* ---- operations.cpp -------------------------------------------------------------------------- */

unsigned operation_at(tick time);
void range(uintptr_t first, size_t n,
           bool write); /* a copy or a memset reads or writes these bytes */
void find_lost_prints();

/* The access e, by a, meets an access of that kind by an operation that nobody has waited for. */
void unfinished(const event &e, const side &a, access_kind kind, unsigned number);
bool copies_are_open();
void meets_open_copy(const event &e);
void meets_copy(const event &e, const side *by = nullptr);
void note_host_function(const event &e);

/* ---- in_flight.cpp --------------------------------------------------------------------------- */

void begin_flight(const async_copy &c);
void end_flight(const async_copy &c);
void forget_flights();             /* those of the last block */
bool meets_flight(const event &e); /* and notes it */

/* ---- trial.cpp ------------------------------------------------------------------------------- */

struct trial_plan {
    unsigned order;               /* its number; 0: the usual one */
    std::vector<unsigned> places; /* of the accesses that race, ascending */
    side a, b;                    /* the two that the report names */
    unsigned long long accesses,
        at_places;           /* that the usual order makes, in all and at those places */
    unsigned long long most; /* accesses; then the order is given up */
    bool notes;              /* the accesses at those places */
};
struct trial_event { /* an access at one of these places */
    unsigned long long block;
    uintptr_t address, real_address; /* as the report knows it, and in this run */
    unsigned thread, place, bytes;
    access_kind kind;
    bool shared;
    char before[16], after[16]; /* the value */
};
const unsigned most_trial_events = 200000;
struct trial_result {
    unsigned long long accesses, at_places;
    bool ended;        /* by itself, and without a fault */
    bool differs;      /* from the usual order, */
    uintptr_t address; /* first here, */
    char got[16];      /* where this is what lies there, from the multiple of 8 before it */
    unsigned events;
    trial_event event[most_trial_events];
};
extern bool trial_runs; /* this process is there for nothing else */
void run_trial(const kernel_operation *launch, const trial_plan &plan, trial_result *result);
void trial_block(); /* begins */
void trial_access(const event &e);
void trial_copy(const async_copy &c); /* to shared memory: it is done */
void settle_event();                  /* the last access is over: its value is known */

/* ---- cells.cpp ------------------------------------------------------------------------------- */

/* `frame`, in a function that the compiler calls before an access. */
#define FRAME_OF_CALLER ((uintptr_t)__builtin_dwarf_cfa())

void settle(); /* decides what depended on the next thing that the thread does */
void on_access(uintptr_t address, unsigned bytes, access_kind kind, bool is_volatile, bool compares,
               const void *pc, bool later = false);
void read_again(const async_copy &c); /* its source, until now */
void excuse_cas_loops();
template <unsigned n> void other_load(uintptr_t address, const void *pc);
template <unsigned n> void store(uintptr_t address, const void *pc);

/* The most common case: threads of a block read what one of them has put into shared memory, and
 * two of other warps, or two of this warp, have done so already since the barrier. */
static inline bool nothing_new(const cell &c)
{
    const mark &a = c.reads[0], &b = c.reads[1];
    if (b.time < at.barrier || c.write.time >= at.barrier || (a.who | b.who) & atomic_bit)
        return false;
    return b.who & spread ||
           (!((b.who ^ at.thread) & warp_bits) && b.time >= at.warp && a.time >= at.warp);
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

/* ---- witness.cpp ----------------------------------------------------------------------------- */

void before_launch(); /* the memory is as the launch finds it */
void look_for_witness();

} // namespace cpu_device::check

#endif
