/* CPU device: runs the blocks of a kernel on the CPU threads (workers). From top to bottom: the
 * threads of a block as fibers (see execution.h); what happens when a kernel does what it must not;
 * the blocks of a grid over the workers. */
#include <omp.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "runtime.h"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace cpu_device
{

__thread worker *self;
__thread fiber *current;
std::atomic<int> fault_code;

namespace
{

/* ---- fibers --------------------------------------------------------------------------------- */

const size_t stack_bytes = 64 * 1024, page = 4096;
const size_t stack_step = stack_bytes + page, map_stacks = 64;

struct this_worker : worker {
    std::vector<context> contexts; /* fresh[] */
    jmp_buf fault;                 /* ends the blocks that this worker runs */
    std::vector<char> shared;
    std::vector<char> signal_stack;
    unsigned spins;
};

this_worker *me() { return static_cast<this_worker *>(self); }

void fiber_main() { self->begin(self); /* does not return */ }

fiber *first_that_can(const worker *w, fiber *from)
{
    fiber *f = from;
    do {
        if (can_go_on(w, f))
            return f;
        f = f->next;
    } while (f != from);
    return nullptr;
}

bool all_at_barrier(const worker *w)
{
    fiber *f = w->last;
    do {
        if (f->wait != w->barrier)
            return false;
        f = f->next;
    } while (f != w->last);
    return true;
}

unsigned long long lanes_of_active(const unsigned long long *, unsigned, unsigned, unsigned)
{
    return 0; /* marks a thread that waits in __activemask */
}

bool in_active(const worker *w, unsigned i)
{
    return !(w->ended[i / 32] >> i % 32 & 1) && w->fibers[i].wait == in_warp &&
           w->lanes[i].function == lanes_of_active;
}

/* The lanes of thread i's warp that wait in __activemask at the same place go on. */
void release_active(worker *w, unsigned i)
{
    unsigned first = i / 32 * 32, lanes = 0;
    const char *place = w->lanes[i].place;
    for (unsigned k = first; k < first + 32 && k < w->threads; k++)
        if (in_active(w, k) && w->lanes[k].place == place)
            lanes |= 1u << (k - first);
    for (unsigned k = first; k < first + 32; k++)
        if (lanes >> (k - first) & 1) {
            w->lanes[k].value = lanes;
            w->fibers[k].wait = 0;
        }
}

/* Nobody can go on, and not all are at the barrier. Threads in __activemask have waited for just
 * this: now it is known which lanes came. Otherwise the block is stuck. */
void dead_end(worker *w)
{
    const char *warp_place = nullptr;
    bool released = false;
    for (unsigned i = 0; i < w->threads; i++) {
        if (in_active(w, i)) {
            release_active(w, i);
            released = true;
        } else if (!(w->ended[i / 32] >> i % 32 & 1) && w->fibers[i].wait == in_warp) {
            warp_place = w->lanes[i].place;
        }
    }
    if (released)
        return;
    CPU_DEVICE_HOOK(on_divergence(w, warp_place, w->barrier_place));
    char words[512];
    if (w->barrier_place)
        snprintf(words, sizeof words,
                 "barrier divergence: threads wait at %s for others that wait at %s",
                 w->barrier_place, warp_place);
    else
        snprintf(words, sizeof words, "threads of a warp wait at %s for lanes that never come",
                 warp_place);
    fault(cudaErrorLaunchFailure, words);
}

/* If all live lanes of `lanes` wait: computes their results and lets them go on. */
void try_warp(worker *w, unsigned warp, unsigned lanes)
{
    if (((w->waiting[warp] | w->ended[warp]) & lanes) != lanes)
        return;
    unsigned active = lanes & ~w->ended[warp];
    unsigned long long in[32], out[32];
    lane *l = &w->lanes[warp * 32];
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1))
            continue;
        if (l[i].lanes != lanes)
            return;
        in[i] = l[i].value;
    }
    for (unsigned i = 0; i < 32; i++)
        if (active >> i & 1)
            out[i] = l[i].function(in, i, active, l[i].argument);
    for (unsigned i = 0; i < 32; i++)
        if (active >> i & 1) {
            l[i].value = out[i];
            w->fibers[warp * 32 + i].wait = 0;
        }
    w->waiting[warp] &= ~active;
    CPU_DEVICE_HOOK(on_warp(warp, active));
}

} // namespace

/* The stacks' tops are set off by some cache lines from each other: all at the same offset in a
 * page, they would fight for the same few sets of the first-level cache. */
void more_stacks()
{
    this_worker *w = me();
    char *map = (char *)mmap(nullptr, map_stacks * stack_step, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        fault(cudaErrorLaunchOutOfResources, "no memory for the stacks of the block's threads");
    for (size_t i = 0; i < map_stacks; i++) {
        mprotect(map + i * stack_step, page, PROT_NONE);
        char *top = map + (i + 1) * stack_step - 64 - w->contexts.size() * 3 % 64 * 64;
#ifdef __x86_64__
        top -= 8; /* as after a call, which has pushed 8 bytes */
#endif
        w->contexts.push_back({ (void *)fiber_main, top, nullptr });
    }
    w->fresh = w->contexts.data();
    w->stacks_there = (unsigned)w->contexts.size();
}

void become_fiber()
{
    worker *w = self;
    unsigned linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    for (unsigned i = 0; i < 32; i++) {
        w->waiting[i] = 0;
        unsigned begun = linear <= i * 32 ? 0 : linear - i * 32;
        unsigned there = w->threads <= i * 32 ? 0 : w->threads - i * 32;
        w->ended[i] = (begun >= 32 ? ~0u : (1u << begun) - 1) | (there >= 32 ? 0 : ~0u << there);
    }
    w->begun = linear;
    w->barrier++;
    w->barrier_place = nullptr;
    w->irregular = false;
    w->last = nullptr;
    w->stacks = 0;
    w->home = true;
    w->next_x = threadIdx.x;
    w->next_y = threadIdx.y;
    w->next_z = threadIdx.z;
    begin_thread(w);
}

fiber *first_at_barrier(const char *place)
{
    worker *w = self;
    if (!current)
        become_fiber();
    if (!w->barrier_place)
        w->barrier_place = place;
    if (!strcmp(w->barrier_place, place))
        return current;
#ifdef CPU_DEVICE_CHECK /* goes on as if it were the same barrier, to find more */
    check::on_divergence(w, place, w->barrier_place);
    return current;
#endif
    char words[512];
    snprintf(words, sizeof words,
             "barrier divergence: threads of one block wait at %s and others at %s",
             w->barrier_place, place);
    fault(cudaErrorLaunchFailure, words);
    return nullptr;
}

fiber *find_next(fiber *me)
{
    worker *w = self;
    bool full = !w->irregular && me->wait == w->barrier;
    while (!full) {
        fiber *f = first_that_can(w, me->next);
        if (f)
            return f;
        full = all_at_barrier(w);
        if (!full)
            dead_end(w);
    }
    CPU_DEVICE_HOOK(on_barrier(w));
    w->barrier++;
    w->barrier_place = nullptr;
    w->irregular = false;
    return me->next;
}

bool thread_ended()
{
    this_worker *w = me();
    fiber *f = current, *next = f->next;
    unsigned linear = (unsigned)(f - w->fibers), warp = linear / 32;
    w->ended[warp] |= 1u << linear % 32;
    for (unsigned lanes = w->waiting[warp]; lanes; lanes &= lanes - 1) {
        unsigned other = warp * 32 + (unsigned)__builtin_ctz(lanes);
        if (w->fibers[other].wait == in_warp)
            try_warp(w, warp, w->lanes[other].lanes);
    }
    f->previous->next = next;
    next->previous = f->previous;
    if (w->last == f)
        w->last = next == f ? nullptr : f->previous;
    if (w->begun < w->threads) {
        w->home = f->home;
        return true;
    }
    context *to = &w->away;
    if (w->last) {
        if (!can_go_on(w, next)) {
            w->irregular = true;
            next = find_next(f->previous);
        }
        to = &next->where;
    } else if (f->home) {
        return false;
    }
    switch_context(f->home ? &w->away : &f->where, to);
    return false; /* home again: all threads of the block have ended */
}

unsigned long long warp_operation(unsigned lanes, unsigned long long value, unsigned argument,
                                  warp_function function, const char *place)
{
    if (!current)
        become_fiber();
    worker *w = self;
    fiber *f = current;
    unsigned linear = (unsigned)(f - w->fibers), warp = linear / 32;
    lane *l = &w->lanes[linear];
    *l = { lanes | 1u << linear % 32, argument, value, function, place };
    f->wait = in_warp;
    w->waiting[warp] |= 1u << linear % 32;
    w->irregular = true;
    try_warp(w, warp, l->lanes);
    if (f->wait == in_warp)
        switch_from(f);
    return l->value;
}

unsigned active_lanes(const char *place)
{
    if (!current)
        become_fiber();
    fiber *f = current;
    lane *l = &self->lanes[f - self->fibers];
    l->function = lanes_of_active;
    l->place = place;
    f->wait = in_warp;
    self->irregular = true;
    switch_from(f);
    return (unsigned)l->value;
}

void yield()
{
    if (!self || ++me()->spins % 64)
        return;
    if (!current)
        become_fiber();
    self->irregular = true;
    switch_from(current);
    sched_yield();
}

/* ---- faults --------------------------------------------------------------------------------- */

namespace
{

struct sigaction old_actions[NSIG];

/* A kernel did what it must not: it ends, here and on the other workers, and the device refuses all
 * work from now on. */
[[noreturn]] void end_kernel(int code, const char *words)
{
    int none = 0;
    if (fault_code.compare_exchange_strong(none, code)) {
        auto *launch = static_cast<const kernel_operation *>(self->launch);
        fprintf(stderr,
                "CPU device: kernel %s, launched at %s: block (%u,%u,%u), thread (%u,%u,%u): %s\n",
                launch->name, launch->place, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x,
                threadIdx.y, threadIdx.z, words);
    }
    longjmp(me()->fault, 1);
}

char *stack_pointer(void *machine)
{
#ifdef __x86_64__
    return (char *)((ucontext_t *)machine)->uc_mcontext.gregs[REG_RSP];
#else
    return (char *)((ucontext_t *)machine)->uc_mcontext.sp;
#endif
}

void on_signal(int number, siginfo_t *info, void *machine)
{
    char *address = (char *)info->si_addr;
    if (self) {
        char words[128];
        if (number == SIGFPE)
            end_kernel(cudaErrorLaunchFailure, "integer division by zero");
        if (number == SIGILL)
            end_kernel(cudaErrorIllegalInstruction, "illegal instruction");
#ifdef CPU_DEVICE_CHECK
        if (number == SIGSEGV && check::on_wild_access(address))
            return;
#endif
        if (address > stack_pointer(machine) - stack_bytes &&
            address < stack_pointer(machine) + page)
            end_kernel(cudaErrorLaunchFailure, "the thread's stack is full");
        snprintf(words, sizeof words, "illegal access to address %p", (void *)address);
        end_kernel(cudaErrorIllegalAddress, words);
    }
    if (number == SIGSEGV)
        report_touch(address);
    CPU_DEVICE_HOOK(on_crash(strsignal(number)));
    struct sigaction *old = &old_actions[number];
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(number, info, machine);
    } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
        old->sa_handler(number);
    } else {
        signal(number, SIG_DFL); /* the instruction runs again, and ends the process */
    }
}

} // namespace

void catch_signals()
{
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int number : { SIGSEGV, SIGBUS, SIGFPE, SIGILL })
        sigaction(number, &action, &old_actions[number]);
}

void fault(int error, const char *words)
{
    if (!self) {
        fprintf(stderr, "CPU device: outside of a kernel: %s\n", words);
        abort();
    }
    end_kernel(error, words);
}

/* ---- running blocks ------------------------------------------------------------------------- */

namespace
{

this_worker *worker_of_this_thread()
{
    static thread_local this_worker *w;
    if (!w) {
        w = new this_worker();
        w->barrier = 1;
        w->signal_stack.resize(64 * 1024);
        stack_t stack = {};
        stack.ss_sp = w->signal_stack.data();
        stack.ss_size = w->signal_stack.size();
        sigaltstack(&stack, nullptr);
    }
    return w;
}

void run_range(const kernel_operation *launch, unsigned long long first, unsigned long long last)
{
    this_worker *w = worker_of_this_thread();
    const config &c = launch->where;
    gridDim = c.grid;
    blockDim = c.block;
    w->threads = c.block.x * c.block.y * c.block.z;
    if (w->shared.size() < c.shared + 128)
        w->shared.resize(c.shared + 128);
    w->dynamic_shared = (char *)(((uintptr_t)w->shared.data() + 127) & ~(uintptr_t)127);
#ifdef CPU_DEVICE_CHECK
    w->dynamic_shared = check::on_dynamic_shared(c.shared);
#endif
    self = w;
    if (setjmp(w->fault) == 0) {
        launch->blocks(first, last);
    }
    current = nullptr;
    w->barrier_place = nullptr; /* a fault may have left it */
    self = nullptr;
}

} // namespace

double now()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A small grid is done before other CPU threads would have woken: the device thread begins alone,
 * and calls the others for what is left after 20 microseconds. */
void kernel_operation::run()
{
    unsigned long long blocks_in_all =
        (unsigned long long)where.grid.x * where.grid.y * where.grid.z;
    unsigned long long done = 0, batch = 1;
    double begin = now(), spent = 0;
#ifdef CPU_DEVICE_CHECK /* on one CPU thread, block after block */
    check::on_launch(this);
    run_range(this, 0, batch = blocks_in_all);
    check::on_launch_end();
    return;
#endif
    while (done < blocks_in_all && spent < 20e-6 && !fault_code) {
        unsigned long long last = done + batch < blocks_in_all ? done + batch : blocks_in_all;
        run_range(this, done, last);
        done = last;
        batch *= 2;
        spent = now() - begin;
    }
    if (done == blocks_in_all || fault_code)
        return;
    /* Chunks of about 100 microseconds, in order, so that a block may wait for an earlier one. */
    unsigned long long left = blocks_in_all - done;
    unsigned long long chunk = (unsigned long long)((double)done * 100e-6 / spent) + 1;
    unsigned long long fair = left / (8 * (unsigned)omp_get_max_threads()) + 1;
    chunk = chunk < fair ? chunk : fair;
    long long chunks = (long long)((left + chunk - 1) / chunk);
#pragma omp parallel for schedule(dynamic, 1)
    for (long long i = 0; i < chunks; i++) {
        unsigned long long first = done + (unsigned long long)i * chunk;
        if (!fault_code)
            run_range(this, first, first + chunk < blocks_in_all ? first + chunk : blocks_in_all);
    }
}

} // namespace cpu_device

/* clock() in a kernel ticks at the device's clock rate, as clock64(); elsewhere it is C's. */
extern "C" clock_t clock() noexcept
{
    struct timespec t;
    if (cpu_device::self)
        return (clock_t)clock64();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * CLOCKS_PER_SEC + t.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

/* assert() in a kernel: CUDA's message, and the kernel ends. */
extern "C" void __assert_fail(const char *expression, const char *file, unsigned line,
                              const char *function) noexcept
{
    if (cpu_device::self) {
        fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
                file, line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                threadIdx.z, expression);
        cpu_device::fault(cudaErrorAssert, "assertion failed");
    }
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}
