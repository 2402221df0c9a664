/* CPU device: the hooks: what the runtime and a running kernel tell the bug finder (../check) or
 * the traffic counters (../traffic). These two implement them; the runtime (../run) and the headers
 * here call them. Only a build with CPU_DEVICE_CHECK or CPU_DEVICE_TRAFFIC defined has hooks, and
 * for a debugger (../debug) CPU_DEVICE_DEBUG some of them; in the plain build a call of one is
 * nothing.
 *
 * In these two builds the compiler also calls a function before each load and store
 * (-fsanitize=thread, without its library; ../run/compiler_calls.h). */
#ifndef CPU_DEVICE_HOOKS_H
#define CPU_DEVICE_HOOKS_H

/* A variable of each CPU thread whose place is known when the program is linked. Without the
 * attribute g++ 12 now and then takes the place from a table by an instruction (lea) that the
 * linker refuses: "TLS transition from R_X86_64_GOTTPOFF ... failed". */
#define CPU_DEVICE_THREAD __attribute__((tls_model("local-exec"))) __thread

#ifdef CPU_DEVICE_CHECK
#define CPU_DEVICE_HOOK(call) ::cpu_device::check::call /* a hook of the bug finder alone */
#else
#define CPU_DEVICE_HOOK(call) ((void)0)
#endif
#if defined CPU_DEVICE_CHECK || defined CPU_DEVICE_TRAFFIC
#define CPU_DEVICE_WATCHED    1
#define CPU_DEVICE_STEP(call) ::cpu_device::check::call /* a hook of both */
#ifdef __clang__
#define CPU_DEVICE_UNCHECKED __attribute__((no_sanitize("thread", "undefined", "coverage")))
#elif __GNUC__ >= 12
#define CPU_DEVICE_UNCHECKED                                                                       \
    __attribute__((no_sanitize("thread", "undefined"), no_sanitize_coverage))
#else
#define CPU_DEVICE_UNCHECKED __attribute__((no_sanitize("thread", "undefined")))
#endif
#define CPU_DEVICE_OWN           CPU_DEVICE_UNCHECKED
#define CPU_DEVICE_ALWAYS_INLINE inline __attribute__((noinline)) CPU_DEVICE_UNCHECKED
#elif defined CPU_DEVICE_DEBUG
#define CPU_DEVICE_STEP(call) ::cpu_device::debug::call
#define CPU_DEVICE_UNCHECKED
#define CPU_DEVICE_OWN
#define CPU_DEVICE_ALWAYS_INLINE inline __attribute__((noinline)) /* a debugger steps over it */
#else
#define CPU_DEVICE_STEP(call) ((void)0)
#define CPU_DEVICE_UNCHECKED  /* the device's own code, whose loads and stores are no kernel's */
/* The same where cucc --traps must not look either. The compiler puts no kernel into such code, and
 * such code into a kernel only by force. */
#ifdef __clang__
#define CPU_DEVICE_OWN __attribute__((no_sanitize("alignment", "bounds")))
#else
#define CPU_DEVICE_OWN __attribute__((no_sanitize("alignment", "object-size")))
#endif
#define CPU_DEVICE_ALWAYS_INLINE inline __attribute__((always_inline)) CPU_DEVICE_OWN
#endif

#ifdef CPU_DEVICE_DEBUG
namespace cpu_device
{
struct worker;
struct kernel_operation;
struct async_copy;

namespace debug
{
void on_launch(const kernel_operation *launch); /* what they mean: below */
void on_thread(unsigned linear);
void on_barrier(const worker *w);
static inline void on_launch_end() {}
static inline void on_block(unsigned long long) {}
static inline void on_stack() {}
static inline void on_warp(unsigned, unsigned) {}
static inline void on_async_copy(const async_copy &) {}
static inline void on_crash(const char *) {}
} // namespace debug
} // namespace cpu_device
#endif

#ifdef CPU_DEVICE_WATCHED
#include <stddef.h>
#include <type_traits>

namespace cpu_device
{
struct worker;
struct kernel_operation;
struct async_copy;

namespace check
{

enum array_kind {
    device_array,
    pinned_array,
    managed_array,
    pool_array, /* of cudaMallocAsync */
    device_variable,
    managed_variable,
    constant_variable
};

/* ---- of both: a kernel runs ----------------------------------------------------------------- */

void on_launch(const kernel_operation *launch); /* it begins to run */
void on_launch_end();
void on_block(unsigned long long block);     /* begins, counted as blocks run, x fastest */
void on_thread(unsigned linear);             /* this thread of the block begins or goes on */
void on_stack();                             /* a thread is about to begin on a stack of its own */
void on_barrier(const worker *w);            /* all threads of the block have come: it opens */
void on_warp(unsigned warp, unsigned lanes); /* these lanes have met */
void on_async_copy(const async_copy &c);     /* the running thread asks for it */

/* A __shared__ variable: bytes of an element (~0u: of any size), its inner dimensions. */
void on_shared(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
               unsigned inner2, unsigned align = 16);
/* A __device__, __managed__ or __constant__ variable. */
int on_variable(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
                unsigned inner2, array_kind kind, unsigned align = 16);
void on_guard(const char *bytes, size_t n); /* between two such variables: nobody may touch these */
/* make_known calls on_shared for the __shared__ variables outside of functions. */
int at_launch(void (*make_known)());

/* The rewriter puts these after each declaration. */
template <class T> void shared_variable(T &v, const char *name)
{
    on_shared((void *)&v, sizeof v, name, sizeof(std::remove_all_extents_t<T>), std::extent_v<T, 1>,
              std::extent_v<T, 2>, alignof(T));
}
template <class T> int variable(T &v, const char *name, array_kind kind)
{
    return on_variable((void *)&v, sizeof v, name, sizeof(std::remove_all_extents_t<T>),
                       std::extent_v<T, 1>, std::extent_v<T, 2>, kind, alignof(T));
}

/* ---- of the traffic counters ---------------------------------------------------------------- */

void on_blocks(const kernel_operation *launch); /* this CPU thread runs some of its blocks */
void on_blocks_end();
void on_async_copying(const async_copy &c); /* it is about to be done */
/* The launch has a pointer as an argument, to elements of this size and alignment. */
void on_argument(const kernel_operation *launch, const char *name, const volatile void *p,
                 size_t element, size_t align);
void on_launch_gone(const kernel_operation *launch); /* it has run, or never has */

/* ---- of the bug finder: a kernel runs ------------------------------------------------------- */

char *on_dynamic_shared(size_t size); /* returns where the block's dynamic shared memory lies */
/* __threadfence(); not device: __threadfence_block(); system: __threadfence_system() */
void on_fence(bool device, bool system = false);
void on_left(const char *place);           /* return in a kernel */
void on_print();                           /* printf in a kernel */
void on_async_copied(const async_copy &c); /* the running thread has waited for it */
/* A shuffle gets no value from there. all_used: no lane's result is one that a sum leaves out. */
void on_absent_lane(unsigned lane, unsigned source, bool all_used);
extern size_t findings_so_far;
void on_other_mask(unsigned lanes, const char *place); /* which does not name the running lane */
/* Threads of the block wait at `place`, others at `other`. */
void on_divergence(const worker *w, const char *place, const char *other);
/* malloc in a kernel has given p; free is about to take it: false if it has done so before. Freed
 * memory is kept for a while: kept_for_a_while() returns an older block that can go, or null. */
void on_heap_taken(const void *p, size_t size, const char *with, const void *by);
bool on_heap_given(const void *p, const void *by);
void *kept_for_a_while(void *p);
void on_wrong_free(const char *place); /* free or delete, which malloc has refused */
bool on_wild_access(char *address);    /* true: there is a page now, and the kernel goes on */

/* In a trial (../check/trial.cpp): the order in which threads begin, or go on after a barrier;
 * false: draw it. A thread spins. A block has reached a barrier of the grid: returns once all have.
 */
bool in_trial();
bool arranges(unsigned short *threads, unsigned count);
void on_spin();
void on_grid_wait();
bool copies_at_once(); /* an asynchronous copy is done where it is asked for, not where it is waited
                          for */
/* The launch has a pointer as an argument. */
void on_pointer(const kernel_operation *launch, unsigned position, const volatile void *p,
                size_t element, bool real);

/* The atomic just done took a lock, which had this value while it was free, or gave it back by
 * storing this value. */
void on_lock_taken(const void *lock, unsigned long long free);
void on_lock_given(const void *lock, unsigned long long value);

/* While one of these lives, the atomic that runs */
struct block_scope { /* is one ..._block */
    block_scope();
    ~block_scope();
};
struct system_scope { /* is one ..._system */
    system_scope();
    ~system_scope();
};
struct unread { /* is an atomicExch whose result nobody looks at */
    unread();
    ~unread();
};
struct compares { /* is an atomicCAS of the program's own */
    compares();
    ~compares();
};
struct relaxation { /* does no harm when it is repeated: Min, Max, And, Or, CAS */
    relaxation();
    ~relaxation();
};

/* The blocks of a cooperative launch have a CPU thread each and run one at a time: a turn begins,
 * stops at a barrier of the grid, goes on and is over. */
void on_turn_begins();
void on_turn_stops();
void on_turn_goes_on();
void on_turn_over();
void on_grid_barrier(); /* all blocks have reached it */

/* ---- of the bug finder: memory -------------------------------------------------------------- */

const size_t cells_per_byte = 31; /* bytes of its own that it keeps for each byte of on_space */

void on_space(void *base, void *end); /* the range of addresses for all arrays */
void on_allocation(void *p, size_t size, array_kind kind);
void on_free(void *p);
void on_result(const void *p, size_t n);    /* a call stores its result there, for the host */
void on_symbol(const void *p, size_t size); /* a variable's address is asked for */
void on_copy(void *dst, const void *src, size_t n);
void on_set(void *p, size_t n);
/* cudaMallocAsync or cudaFreeAsync, by that name: nothing may touch it earlier, or later. */
void on_stream_ordered(void *p, size_t n, const char *call);
/* A library's call begins to run; it reads or writes (or both) these bytes, of the argument
 * `array`; or they are not the device's. */
void on_library(const char *call);
void on_library(const char *call, const char *array, void *p, size_t n, bool reads, bool writes);
void on_library_fault(const char *call, const char *array, const void *p, size_t n);

/* ---- of the bug finder: streams and events -------------------------------------------------- */

/* Operations have the numbers of the queue, from 1. */
/* Of the next operation; captured: what on_captured has returned for it, or null. */
void on_stream(const void *stream, bool is_default, bool blocking, const void *captured = nullptr);
const void *on_captured(); /* an operation is kept for a graph: where that is, for on_stream */
void on_operation();       /* the next one begins to run */
void on_stream_waits(const void *stream, unsigned long long number);
void on_stream_gone(const void *stream);
void on_host_waits(unsigned long long number);
bool host_has_waited(unsigned long long number);
void on_host_waits_for_all(bool also_non_blocking = true);
void on_object(const void *p, const char *what); /* a stream, an event or a graph was made */
void on_object_gone(const void *p);

void on_host_let_in(); /* from now on it may touch device memory: Thrust */

struct turn { /* while it lives, no other thread of the host gives work to the device */
    turn();
    ~turn();
};
struct host_function { /* while it lives, a function of the host runs in a stream */
    host_function();
    ~host_function();
};

} // namespace check
} // namespace cpu_device
#endif

#endif
