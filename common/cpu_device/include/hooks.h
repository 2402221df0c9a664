/* CPU device: the hooks of the bug finder (check/state.h) and of the traffic counters (traffic.h).
 * Only the builds with CPU_DEVICE_CHECK or CPU_DEVICE_TRAFFIC defined have them; in the plain build
 * a hook is nothing.
 *
 * In these builds the compiler calls a function before each load and store (-fsanitize=thread,
 * without its library), and the hooks tell which thread runs and what orders the threads. */
#ifndef CPU_DEVICE_CHECK_H
#define CPU_DEVICE_CHECK_H

#ifdef CPU_DEVICE_CHECK
#define CPU_DEVICE_HOOK(call) ::cpu_device::check::call
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
#define CPU_DEVICE_ALWAYS_INLINE inline __attribute__((noinline)) CPU_DEVICE_UNCHECKED
#else
#define CPU_DEVICE_STEP(call)    ((void)0)
#define CPU_DEVICE_UNCHECKED     /* the device's own code, whose loads and stores are no kernel's */
#define CPU_DEVICE_ALWAYS_INLINE inline __attribute__((always_inline))
#endif

#ifdef CPU_DEVICE_WATCHED
#include <stddef.h>
#include <type_traits>

namespace cpu_device
{
struct worker;
struct kernel_operation;

namespace check
{
const size_t cells_per_byte = 31; /* bytes that are kept about each byte of a space; see space */

enum array_kind {
    device_array,
    pinned_array,
    managed_array,
    device_variable,
    managed_variable,
    constant_variable
};

void on_operation(); /* of a stream begins */

/* the running kernel */
void on_launch(const kernel_operation *launch);
void on_block(unsigned long long block);
void on_thread(unsigned linear);
void on_stack(); /* of a thread that is about to begin */
void on_launch_end();
/* Blocks of a cooperative launch, each on a CPU thread of its own, but only one at a time: a turn
 * begins, stops at a barrier of the grid, goes on and is over. */
void on_turn_begins();
void on_turn_stops();
void on_turn_goes_on();
void on_turn_over();
void on_grid_barrier();                         /* all have come to it */
void on_blocks(const kernel_operation *launch); /* this CPU thread runs some of its blocks */
void on_blocks_end();
void on_argument(const kernel_operation *launch, const char *name, const volatile void *p,
                 size_t element, size_t align);
void on_barrier(const worker *w);            /* it opens */
void on_warp(unsigned warp, unsigned lanes); /* these lanes have met */
void on_fence(bool device);                  /* __threadfence(), __threadfence_block() */
/* the atomic just done took a lock, which was free with this value; gave it back with this value */
void on_lock_taken(const void *lock, unsigned long long free);
void on_lock_given(const void *lock, unsigned long long value);
struct block_scope { /* an atomic ..._block */
    block_scope();
    ~block_scope();
};
struct unread { /* an atomicExch whose result nobody looks at */
    unread();
    ~unread();
};
struct compares { /* an atomicCAS of the program's own */
    compares();
    ~compares();
};
struct relaxation { /* an atomic whose repetition does no harm: Min, Max, And, Or, CAS */
    relaxation();
    ~relaxation();
};
void on_absent_lane(unsigned lane, unsigned source); /* a shuffle gets no value from there */
void on_left(const char *place);                     /* return in a kernel */
void on_divergence(const worker *w, const char *place, const char *other);
char *on_dynamic_shared(size_t size); /* where it is to be */
void on_shared(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
               unsigned inner2, unsigned align = 16); /* a __shared__ variable, its elements (~0u:
                                          of any size), its inner dimensions */
int at_launch(void (*make_known)()); /* the __shared__ variables outside of functions */

/* memory */
void on_space(void *base, void *end);
void on_allocation(void *p, size_t size, array_kind kind);
void on_free(void *p);
void on_symbol(const void *p, size_t size);
int on_variable(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
                unsigned inner2, array_kind kind, unsigned align = 16); /* a __device__ variable */
void on_copy(void *dst, const void *src, size_t n);
void on_set(void *p, size_t n);

/* streams and events: operations are numbered as in the queue */
struct turn { /* of one thread of the host that gives the device work: until that is done */
    turn();
    ~turn();
};
void on_stream(const void *stream, bool is_default, bool blocking); /* of the next one */
void on_stream_waits(const void *stream, unsigned long long number);
void on_host_waits(unsigned long long number);
void on_print(); /* of the running kernel */
void on_host_waits_for_all(bool also_non_blocking = true);
void on_stream_gone(const void *stream);
void on_object(const void *p, const char *what); /* a stream or an event was made */
void on_object_gone(const void *p);
struct host_function { /* code of the host that runs in its stream's turn */
    host_function();
    ~host_function();
};
bool on_wild_access(char *address); /* it may go on: the address is a page now */

/* What the rewriter writes behind each declaration. */
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
} // namespace check
} // namespace cpu_device
#endif

#endif
