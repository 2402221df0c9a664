/* CPU device: how the threads of a block run on one CPU thread (a worker).
 *
 * Threads run one after another, each as an ordinary call of the kernel, on the worker's own stack.
 * The first that has to wait (a barrier, a shuffle) becomes a fiber: it keeps that stack, and the
 * next thread begins on a fresh one. From then on a thread that waits switches straight to the next
 * thread that can go on. A kernel without barriers never leaves the first stack, and costs little
 * more than a loop. A block stays on one worker, so __shared__ is `static thread_local`. */
#ifndef CPU_DEVICE_EXECUTION_H
#define CPU_DEVICE_EXECUTION_H

#include <stddef.h>
#include "hooks.h"
#include "vector_types.h"

/* The built-in variables. Plain structs: with a constructor, each read would check whether it has
 * run. */
extern CPU_DEVICE_THREAD uint3 threadIdx, blockIdx;
extern CPU_DEVICE_THREAD dim3 blockDim, gridDim;

/* Each extern __shared__ array outside of functions is another name, with a type of its own, for
 * this. */
extern "C" CPU_DEVICE_THREAD void *cpu_device_dynamic_shared;
static constexpr int warpSize = 32;

namespace cpu_device
{

/* malloc and free of device code, and new, which asks for an alignment, and delete: a heap of its
 * own, of cudaLimitMallocHeapSize bytes. In a __host__ __device__ function that the host calls they
 * are C's. */
void *heap_malloc(size_t size, size_t alignment = 0);
void heap_free(void *p);

/* ---- context switch ------------------------------------------------------------------------- */

/* Three registers are saved and restored by hand; the rest are named as clobbered, so that the
 * compiler saves only those that are in use here. It jumps instead of returning: a CPU mispredicts
 * every return to another stack. */

struct context {
    void *pc, *sp, *fp;
};

/* Saves the caller in *from and goes on at *to. Returns `from` when someone switches back. */
static inline __attribute__((always_inline)) context *switch_context(context *from, context *to)
{
#if defined(__x86_64__)
    asm volatile("leaq 1f(%%rip), %%rax\n\t"
                 "movq %%rax, (%0)\n\t"
                 "movq %%rsp, 8(%0)\n\t"
                 "movq %%rbp, 16(%0)\n\t"
                 "movq 8(%1), %%rsp\n\t"
                 "movq 16(%1), %%rbp\n\t"
                 "jmpq *(%1)\n"
                 "1:"
                 : "+S"(from), "+D"(to)
                 :
                 : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
                   "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                   "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
#ifdef __AVX512F__
                   "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24",
                   "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3",
                   "k4", "k5", "k6", "k7",
#endif
                   "cc", "memory");
#elif defined(__aarch64__)
    register context *x0 asm("x0") = from;
    register context *x1 asm("x1") = to;
    asm volatile("adr x9, 1f\n\t"
                 "mov x10, sp\n\t"
                 "stp x9, x10, [x0]\n\t"
                 "str x29, [x0, 16]\n\t"
                 "ldp x16, x10, [x1]\n\t"
                 "ldr x29, [x1, 16]\n\t"
                 "mov sp, x10\n\t"
                 "br x16\n"
                 "1:\n\t"
                 "hint #36" /* bti j: a legal target where branches are checked */
                 : "+r"(x0), "+r"(x1)
                 :
                 : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
                   "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24",
                   "x25", "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6",
                   "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18",
                   "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29",
                   "v30", "v31", "cc", "memory");
    to = x1;
#else
#error "the CPU device runs on x86-64 and aarch64"
#endif
    return to;
}

/* ---- a block in flight ---------------------------------------------------------------------- */

/* Computes the result of a warp operation for one lane when all have arrived: in[] holds the lanes'
 * values, `lanes` says which lanes take part. */
typedef unsigned long long (*warp_function)(const unsigned long long *in, unsigned lane,
                                            unsigned lanes, unsigned argument);

/* As the argument: the result is the same for all lanes. */
const unsigned same_for_all = ~0u;

/* A CUDA thread that has begun and not ended, in a block that runs in fibers. One cache line. */
struct alignas(64) fiber {
    context where;
    fiber *next, *previous;  /* the ring of such threads, in the order in which they began */
    unsigned long long wait; /* the barrier that it waits or waited for, or `in_warp` */
    uint3 index;             /* its threadIdx */
    bool home;               /* it runs on the worker's own stack */
};

/* What a thread passes to a warp operation. */
struct lane {
    unsigned lanes, argument; /* the lanes that it waits for */
    unsigned long long value; /* the thread's own, then the result */
    warp_function function;
    const char *place; /* "file:line" */
};

const unsigned long long in_warp = ~0ull;

struct operation;

/* One CPU thread that runs blocks. */
struct worker {
    fiber *last;                /* the one in the ring that began last; null: the ring is empty */
    unsigned threads;           /* of the block */
    unsigned begun;             /* threads begun so far */
    unsigned long long barrier; /* the number of the barrier that is being filled, */
    const char *barrier_place;  /* and where its first thread waits, null before it came */
    bool irregular;             /* threads may have reached it out of order */
    bool home;                  /* the next thread begins on the worker's own stack */
    unsigned next_x, next_y, next_z; /* threadIdx of the next thread to begin */
    unsigned stacks;                 /* in use by this block, */
    context *fresh;                  /* and how to begin a thread on each */
    unsigned stacks_there;           /* in fresh[] */
    void (*begin)(worker *);         /* the kernel: begins threads until none is left */
    const operation *launch;         /* what is being run */
    unsigned votes[2][2];            /* __syncthreads_count and _or, of even and odd barriers */
    unsigned waiting[32];            /* lanes that wait for their warp, by warp */
    unsigned ended[32];              /* lanes that have ended or never were */
    bool copying;                    /* a thread of the block has used <cuda_pipeline.h> */
    const unsigned short *order;     /* in which threads begin; null: ascending */
    bool drawn;                      /* blocks are run in drawn orders: see observe.h */
    char *dynamic_shared;
    context away; /* the worker's own stack, while it waits for the fibers to end */
    fiber fibers[1024];
    lane lanes[1024];
};

extern CPU_DEVICE_THREAD worker *self; /* null outside a kernel */
CPU_DEVICE_UNCHECKED constexpr bool in_kernel()
{
    return !__builtin_is_constant_evaluated() && self;
}
extern CPU_DEVICE_THREAD fiber *current; /* the running thread; null while no fibers are needed */

/* The running thread's number in its block. */
CPU_DEVICE_UNCHECKED static inline unsigned linear_thread()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/* The rare paths (../run/stacks.cpp, fibers.cpp, fault.cpp). */
void begin_block(worker *w, unsigned long long number); /* x fastest */
void fibers_from_here(); /* this thread of the block and those after it will be fibers */
void become_fiber();     /* the running thread is the first of its block that waits */
void end_in_fibers();    /* and has returned: runs the others */
void run_drawn(worker *w, unsigned long long first, unsigned long long last); /* all in fibers */
void more_stacks();                         /* fresh[] is used up */
fiber *find_next(fiber *me);                /* opens the barrier if all are there; who goes on */
bool thread_ended();                        /* the kernel has returned; true: begin another here */
fiber *first_at_barrier(const char *place); /* the running one; a fault if others wait elsewhere */
void fault(int error, const char *words);   /* ends the kernel; does not return */
unsigned long long warp_operation(unsigned lanes, unsigned long long value, unsigned argument,
                                  warp_function function, const char *place);
unsigned active_lanes(const char *place);
void absent_lane(unsigned lane, unsigned source, bool all_used); /* see hooks.h: on_absent_lane */
void yield(); /* lets the other threads of the block go on: this one spins */
void spin_once(const char *place);
void forget_copies(); /* of <cuda_pipeline.h>, for which no thread of the last block has waited */

/* The running thread may be waiting for another: after many calls in a row the others go on. */
constexpr void spin(const char *place = nullptr)
{
    if (!__builtin_is_constant_evaluated())
        spin_once(place);
}

/* Can this thread go on? Barriers are numbered, in_warp is larger than all of them. */
static CPU_DEVICE_ALWAYS_INLINE bool can_go_on(const worker *w, const fiber *f)
{
    return f->wait < w->barrier;
}

/* The running thread waits; the next one goes on, on its own stack. A CPU overlaps the work of
 * several threads as long as none needs a value from the one before: so the next fiber is guessed
 * to be the next in memory, and `current` is set by the thread that goes on, not by the one that
 * waits. */
static CPU_DEVICE_ALWAYS_INLINE void switch_from(fiber *me)
{
    worker *w = self;
    context *to;
    if (w->begun < w->threads) {
        if (w->stacks == w->stacks_there)
            more_stacks();
        w->home = false;
        to = &w->fresh[w->stacks++];
    } else {
        fiber *next;
        if (me->next == me + 1) {
            next = me + 1;
            asm("" : "+r"(next)); /* or the compiler takes me->next, which it must wait for */
        } else {
            next = me->next;
        }
        if (!can_go_on(w, next))
            next = find_next(me); /* it may be me */
        to = &next->where;
    }
    me = (fiber *)switch_context(&me->where, to);
    current = me;
    threadIdx = me->index;
    CPU_DEVICE_STEP(on_thread((unsigned)(me - self->fibers)));
}

/* All threads of the block that have not returned wait here for each other. All must wait at the
 * same place: threads of one block that wait at different barriers hang, or worse, on a GPU.
 * Threads come in the order of the ring, so the barrier is full when the next one is there already.
 */
static CPU_DEVICE_ALWAYS_INLINE void barrier(const char *place)
{
    worker *w = self;
    fiber *me = current;
    if (w->barrier_place != place)
        me = first_at_barrier(place);
    me->wait = w->barrier;
    switch_from(me);
}

/* __syncthreads_count, _and, _or: the votes of a barrier are kept until the one after the next. */
CPU_DEVICE_UNCHECKED static inline unsigned vote(const char *place, bool count, bool yes)
{
    if (!current)
        become_fiber();
    unsigned *votes = self->votes[self->barrier & 1];
    if (!self->barrier_place)
        votes[0] = votes[1] = 0;
    votes[count] += yes;
    barrier(place);
    return votes[count];
}

/* Begins the next thread of the block, on the stack of the caller. */
static CPU_DEVICE_ALWAYS_INLINE void begin_thread(worker *w)
{
    unsigned number = w->begun++;
    if (w->order)
        number = w->order[number];
    fiber *me = &w->fibers[number], *last = w->last;
    me->previous = last ? last : me;
    me->next = last ? last->next : me;
    me->previous->next = me->next->previous = me;
    me->wait = 0;
    me->home = w->home;
    unsigned x = w->next_x, y = w->next_y, z = w->next_z;
    if (w->order) {
        x = number % blockDim.x;
        y = number / blockDim.x % blockDim.y;
        z = number / blockDim.x / blockDim.y;
    }
    asm("" : "+r"(x), "+r"(y), "+r"(z)); /* three loads: a wider one would wait for two stores */
    me->index = { x, y, z };
    w->last = current = me;
    threadIdx.x = x;
    threadIdx.y = y;
    threadIdx.z = z;
    if (++w->next_x == blockDim.x) {
        w->next_x = 0;
        if (++w->next_y == blockDim.y) {
            w->next_y = 0;
            w->next_z++;
        }
    }
    CPU_DEVICE_STEP(on_thread(w->begun - 1));
}

/* extern __shared__: what the launch asked for, aligned to 128 bytes. */
static CPU_DEVICE_ALWAYS_INLINE void *dynamic_shared() { return self->dynamic_shared; }

} // namespace cpu_device

#endif
