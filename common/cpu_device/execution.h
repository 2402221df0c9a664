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
#include "vector_types.h"

/* The built-in variables: plain thread-local structs, or each read would check for initialisation.
 */
extern __thread uint3 threadIdx, blockIdx;
extern __thread dim3 blockDim, gridDim;
static constexpr int warpSize = 32;

namespace cpu_device
{

/* ---- context switch
 * ------------------------------------------------------------------------------ Three registers
 * are saved and restored by hand; the rest are named as clobbered, so that the compiler saves just
 * those that live here. Jumps instead of returning: a return to another stack is mispredicted every
 * time. */

struct context {
    void *pc, *sp, *fp;
};

static inline __attribute__((always_inline)) void switch_context(context *from, context *to)
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
                   "x14", "x15", "x16", "x17", "x19", "x20", "x21", "x22", "x23", "x24", "x25",
                   "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8",
                   "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19",
                   "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30",
                   "v31", "cc", "memory");
#else
#error "the CPU device runs on x86-64 and aarch64"
#endif
}

/* ---- a block in flight -------------------------------------------------------------------------
 */

/* What a warp operation computes for one lane, once all lanes have come: in[] holds what each lane
 * brought, `lanes` the lanes that did. */
typedef unsigned long long (*warp_function)(const unsigned long long *in, unsigned lane,
                                            unsigned lanes, unsigned argument);

/* A CUDA thread that has begun and not ended, once the block runs in fibers. The fields that a
 * barrier touches come first and share a cache line. */
struct alignas(64) fiber {
    context where;
    fiber *next, *previous;     /* the ring of such threads, in the order in which they began */
    unsigned long long barrier; /* the barrier that it waits or waited for; barriers are numbered */
    unsigned waits_for;         /* the lanes of its warp that it waits for, or 0 */
    unsigned argument;          /* of its warp operation */
    unsigned long long value;   /* what it brings to a warp operation, then its result */
    warp_function function;
    const char *place; /* "file:line" of that operation */
    void *stack;       /* null: the worker's own */
};

struct operation;

/* One CPU thread that runs blocks. */
struct worker {
    fiber *current;             /* null while the block needs no fibers */
    fiber *last;                /* the last begun of those in the ring */
    unsigned threads;           /* of the block */
    unsigned begun;             /* threads begun so far */
    unsigned live;              /* threads not ended, begun or not */
    unsigned arrived;           /* threads at the barrier that is being filled, */
    unsigned long long barrier; /* its number, */
    const char *barrier_place;  /* and where its first thread waits */
    uint3 next_index;           /* threadIdx of the next thread to begin */
    void *next_stack;           /* and the stack it begins on */
    context fresh;              /* how to begin it there */
    unsigned votes[2][2];       /* __syncthreads_count and _or, of even and odd barriers */
    unsigned waiting[32];       /* lanes that wait for their warp, by warp */
    unsigned ended[32];         /* lanes that have ended or never were */
    const operation *launch;    /* the kernel being run and */
    void (*begin)(worker *);    /* its code: begins threads until none is left */
    char *dynamic_shared;
    context home; /* the worker's own stack, while it waits for the fibers to end */
    fiber fibers[1024];
};

extern __thread worker *self; /* null outside a kernel */

/* The rare paths (runtime.cpp). */
void become_fiber();         /* the running thread is the first of its block that waits */
context *fresh_fiber();      /* a fresh stack that will begin the next thread */
fiber *find_next(fiber *me); /* the next fiber that can go on; a dead end is a fault */
bool thread_ended();         /* the kernel has returned; true: begin another thread on this stack */
void diverged(const char *place, const char *other); /* a fault, if the places really differ */
void fault(int error, const char *words);            /* ends the kernel; does not return */
unsigned long long warp_operation(unsigned lanes, unsigned long long value, unsigned argument,
                                  warp_function function, const char *place);
unsigned active_lanes(const char *place);
void yield(); /* lets the other threads of the block go on: this one spins */

/* The running thread waits: on to the next one, on its own stack. */
static inline __attribute__((always_inline)) void switch_from(fiber *me)
{
    worker *w = self;
    fiber *next = me->next;
    context *to;
    if (w->begun < w->threads) {
        to = fresh_fiber();
    } else {
        if (next->waits_for || next->barrier == w->barrier) {
            next = find_next(me);
            if (next == me)
                return;
        }
        w->current = next;
        to = &next->where;
    }
    uint3 index = threadIdx;
    switch_context(&me->where, to);
    threadIdx = index;
}

/* All threads of the block that have not returned wait here for each other; the last to arrive
 * opens the barrier. All must wait at the same place: threads of one block that wait at different
 * barriers hang, or worse, on a GPU. */
static inline __attribute__((always_inline)) void barrier(const char *place)
{
    worker *w = self;
    if (!w->current)
        become_fiber();
    fiber *me = w->current;
    if (w->arrived == 0)
        w->barrier_place = place;
    else if (w->barrier_place != place)
        diverged(w->barrier_place, place);
    me->barrier = w->barrier;
    if (++w->arrived == w->live) {
        w->arrived = 0;
        w->barrier++;
    }
    switch_from(me);
}

/* __syncthreads_count, _and, _or: the votes of a barrier are kept until the one after the next. */
static inline unsigned vote(const char *place, bool count, bool yes)
{
    worker *w = self;
    if (!w->current)
        become_fiber();
    unsigned *votes = w->votes[w->barrier & 1];
    if (w->arrived == 0)
        votes[0] = votes[1] = 0;
    votes[count] += yes;
    barrier(place);
    return votes[count];
}

/* The next thread of the block begins, on the stack that this is called on. */
static inline void begin_thread(worker *w)
{
    fiber *me = &w->fibers[w->begun++], *last = w->last;
    me->previous = last ? last : me;
    me->next = last ? last->next : me;
    me->previous->next = me->next->previous = me;
    me->barrier = 0;
    me->waits_for = 0;
    me->stack = w->next_stack;
    w->last = w->current = me;
    threadIdx = w->next_index;
    if (++w->next_index.x == blockDim.x) {
        w->next_index.x = 0;
        if (++w->next_index.y == blockDim.y) {
            w->next_index.y = 0;
            w->next_index.z++;
        }
    }
}

/* extern __shared__: what the launch asked for, aligned to 128 bytes. */
static inline void *dynamic_shared()
{
    return self->dynamic_shared;
}

/* The same declared outside of a function. */
template <class T> struct dynamic_shared_array {
    operator T *() const
    {
        return (T *)dynamic_shared();
    }
};

} // namespace cpu_device

#endif
