/* CPU device: the run-time behind cuda_runtime.h. From top to bottom: fibers and warps; faults; the
 * device thread, which does launches, copies and events in the order in which they were queued;
 * memory; and the API's functions. */
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>
#include "cuda_runtime.h"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace cpu_device
{

__thread worker *self;
__thread fiber *current;

namespace
{

/* ---- fibers
 * -------------------------------------------------------------------------------------- */

const size_t stack_bytes = 64 * 1024, page = 4096;
const size_t stack_step = stack_bytes + page, map_stacks = 64;

struct this_worker : worker {
    std::vector<context> contexts; /* fresh[] */
    jmp_buf fault;                 /* ends the blocks that this worker runs */
    std::vector<char> shared;
    std::vector<char> signal_stack;
    unsigned spins;
};

this_worker *me()
{
    return static_cast<this_worker *>(self);
}

void fiber_main()
{
    self->begin(self);
    __builtin_unreachable();
}

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

/* The lanes of f's warp that wait in __activemask at the same place go on. */
void release_active(worker *w, fiber *f)
{
    unsigned first = (unsigned)(f - w->fibers) / 32 * 32, lanes = 0;
    fiber *warp = &w->fibers[first];
    for (unsigned i = 0; i < 32 && first + i < w->threads; i++)
        if (!(w->ended[first / 32] >> i & 1) && warp[i].wait == in_warp &&
            warp[i].function == lanes_of_active && warp[i].place == f->place)
            lanes |= 1u << i;
    for (unsigned i = 0; i < 32; i++)
        if (lanes >> i & 1) {
            warp[i].value = lanes;
            warp[i].wait = 0;
        }
}

/* Nobody can go on, and not all are at the barrier. Threads in __activemask have waited for just
 * this: now it is known which lanes came. Otherwise the block is stuck. */
void dead_end(worker *w)
{
    const char *warp_place = nullptr;
    bool released = false;
    fiber *f = w->last;
    do {
        f = f->next;
        if (f->wait == in_warp && f->function == lanes_of_active) {
            release_active(w, f);
            released = true;
        } else if (f->wait == in_warp) {
            warp_place = f->place;
        }
    } while (f != w->last);
    if (released)
        return;
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
    fiber *f = &w->fibers[warp * 32];
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1))
            continue;
        if (f[i].lanes != lanes)
            return;
        in[i] = f[i].value;
    }
    for (unsigned i = 0; i < 32; i++)
        if (active >> i & 1)
            out[i] = f[i].function(in, i, active, f[i].argument);
    for (unsigned i = 0; i < 32; i++)
        if (active >> i & 1) {
            f[i].value = out[i];
            f[i].wait = 0;
        }
    w->waiting[warp] &= ~active;
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
        char *top = map + (i + 1) * stack_step - 64 - i * 5 % 32 * 128;
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
        fiber *other = &w->fibers[warp * 32 + (unsigned)__builtin_ctz(lanes)];
        if (other->wait == in_warp)
            try_warp(w, warp, other->lanes);
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
    f->value = value;
    f->argument = argument;
    f->function = function;
    f->place = place;
    f->lanes = lanes | 1u << linear % 32;
    f->wait = in_warp;
    w->waiting[warp] |= 1u << linear % 32;
    w->irregular = true;
    try_warp(w, warp, f->lanes);
    if (f->wait == in_warp)
        switch_from(f);
    return f->value;
}

unsigned active_lanes(const char *place)
{
    if (!current)
        become_fiber();
    fiber *f = current;
    f->function = lanes_of_active;
    f->place = place;
    f->wait = in_warp;
    self->irregular = true;
    switch_from(f);
    return (unsigned)f->value;
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

/* ---- faults
 * --------------------------------------------------------------------------------------- */

namespace
{

std::atomic<int> fault_code; /* sticky, as in CUDA: until cudaDeviceReset */
struct sigaction old_actions[NSIG];

void protected_by(const char *address);

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
        if (address > stack_pointer(machine) - stack_bytes &&
            address < stack_pointer(machine) + page)
            end_kernel(cudaErrorLaunchFailure, "the thread's stack is full");
        snprintf(words, sizeof words, "illegal access to address %p", (void *)address);
        end_kernel(cudaErrorIllegalAddress, words);
    }
    if (number == SIGSEGV)
        protected_by(address);
    struct sigaction *old = &old_actions[number];
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(number, info, machine);
    } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
        old->sa_handler(number);
    } else {
        signal(number, SIG_DFL); /* the instruction runs again, and ends the process */
    }
}

void catch_signals()
{
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int number : { SIGSEGV, SIGBUS, SIGFPE, SIGILL })
        sigaction(number, &action, &old_actions[number]);
}

} // namespace

void fault(int error, const char *words)
{
    if (!self) {
        fprintf(stderr, "CPU device: outside of a kernel: %s\n", words);
        abort();
    }
    end_kernel(error, words);
}

/* ---- running blocks
 * ------------------------------------------------------------------------------- */

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
    self = w;
    if (setjmp(w->fault) == 0) {
        launch->blocks(first, last);
    }
    current = nullptr;
    w->barrier_place = nullptr; /* a fault may have left it */
    self = nullptr;
}

double now()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

} // namespace

/* A small grid is done before other CPU threads would have woken: the device thread begins alone,
 * and calls the others for what is left after 20 microseconds. */
void kernel_operation::run()
{
    unsigned long long blocks_in_all =
        (unsigned long long)where.grid.x * where.grid.y * where.grid.z;
    unsigned long long done = 0, batch = 1;
    double begin = now(), spent = 0;
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

/* ---- the device thread
 * ---------------------------------------------------------------------------- */

namespace
{

thread_local cudaError_t last_error;
const size_t queue_limit = 1024; /* as on a GPU, a host that is far ahead waits */

struct device {
    std::mutex lock; /* of everything here */
    std::condition_variable work, idle;
    operation *first = nullptr, *last = nullptr;
    unsigned long long queued = 0, finished = 0; /* operations, ever */
    bool sleeping = false, surfaced = false;
    bool open = true; /* device memory can be touched */
    std::set<cudaStream_t> streams;
    std::map<const void *, untyped_launch> kernels;
    std::map<const void *, size_t> shared_limits;
    size_t shared_limit = 48 * 1024; /* the largest of them */
    pthread_t thread;

    device();
    void loop();
};

device &the_device()
{
    static device *d = new device(); /* never destroyed: its thread may outlive main */
    return *d;
}

void open_memory(bool open);

void *device_thread(void *d)
{
    ((device *)d)->loop();
    return nullptr;
}

device::device()
{
    catch_signals();
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 8 << 20);
    if (pthread_create(&thread, &attributes, device_thread, this)) {
        fprintf(stderr, "CPU device: cannot start its thread\n");
        abort();
    }
}

void device::loop()
{
    std::unique_lock<std::mutex> hold(lock);
    for (;;) {
        while (!first) {
            sleeping = true;
            work.wait(hold);
            sleeping = false;
        }
        operation *o = first;
        first = o->next;
        if (!first)
            last = nullptr;
        if (!open)
            open_memory(open = true);
        hold.unlock();
        if (!fault_code)
            o->run();
        delete o;
        hold.lock();
        finished++;
        idle.notify_all();
    }
}

/* Queues an operation; returns its number. */
unsigned long long submit(operation *o)
{
    device &d = the_device();
    std::unique_lock<std::mutex> hold(d.lock);
    d.idle.wait(hold, [&] { return d.queued - d.finished < queue_limit; });
    (d.last ? d.last->next : d.first) = o;
    d.last = o;
    unsigned long long number = ++d.queued;
    if (d.sleeping)
        d.work.notify_one();
    return number;
}

/* Waits until the operations up to `number` are done. When none is left, device memory is closed to
 * the host, so that touching it there is a fault, as with a GPU's. */
void wait_for(unsigned long long number)
{
    device &d = the_device();
    std::unique_lock<std::mutex> hold(d.lock);
    d.idle.wait(hold, [&] { return d.finished >= number; });
    if (d.open && d.queued == d.finished)
        open_memory(d.open = false);
}

bool is_done(unsigned long long number)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    return d.finished >= number;
}

cudaError_t result(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

/* What each function does first: after a fault, all of them fail. */
cudaError_t sticky()
{
    device &d = the_device();
    if (!fault_code)
        return cudaSuccess;
    d.surfaced = true;
    return result((cudaError_t)(int)fault_code);
}

#define REFUSE_AFTER_FAULT()                                                                       \
    do {                                                                                           \
        cudaError_t sticky_error = sticky();                                                       \
        if (sticky_error != cudaSuccess)                                                           \
            return sticky_error;                                                                   \
    } while (0)

template <class F> struct function_operation final : operation {
    F f;
    function_operation(F f) : f(std::move(f))
    {
    }
    void run() override
    {
        f();
    }
};

template <class F> unsigned long long submit_function(F f)
{
    return submit(new function_operation<F>(std::move(f)));
}

} // namespace
} // namespace cpu_device

using namespace cpu_device;

struct CUstream_st {
    unsigned flags;
    int priority;
    unsigned long long last; /* number of its last operation */
};

struct CUevent_st {
    unsigned flags;
    unsigned long long number;       /* of the record, 0 before the first */
    std::shared_ptr<double> seconds; /* when it was reached */
};

namespace cpu_device
{
namespace
{

CUstream_st default_stream;

/* The stream behind a handle, or null for a handle that is none. */
CUstream_st *find_stream(cudaStream_t stream)
{
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        return &default_stream;
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    return d.streams.count(stream) ? stream : nullptr;
}

/* All streams share one queue: an order that CUDA allows, in which nothing overlaps. */
template <class F> cudaError_t enqueue(cudaStream_t stream, bool wait, F f)
{
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    s->last = submit_function(std::move(f));
    if (wait) {
        wait_for(s->last);
        return sticky();
    }
    return cudaSuccess;
}

} // namespace

bool check_launch(const config &c, const void *kernel)
{
    if (sticky() != cudaSuccess)
        return false;
    device &d = the_device();
    unsigned long long threads = (unsigned long long)c.block.x * c.block.y * c.block.z;
    size_t limit = d.shared_limit;
    if (kernel) {
        std::lock_guard<std::mutex> hold(d.lock);
        auto found = d.shared_limits.find(kernel);
        limit = found == d.shared_limits.end() ? 48 * 1024 : found->second;
    }
    if (threads == 0 || c.block.x > 1024 || c.block.y > 1024 || c.block.z > 64 || threads > 1024 ||
        c.grid.x == 0 || c.grid.x > 0x7fffffffu || c.grid.y == 0 || c.grid.y > 65535 ||
        c.grid.z == 0 || c.grid.z > 65535) {
        result(cudaErrorInvalidConfiguration);
    } else if (c.shared > limit) {
        result(cudaErrorInvalidValue);
    } else if (!find_stream(c.stream)) {
        result(cudaErrorInvalidResourceHandle);
    } else if (self) {
        fault(cudaErrorLaunchFailure,
              "a launch inside a kernel is not available on the CPU device");
    } else {
        return true;
    }
    return false;
}

void submit_launch(kernel_operation *launch)
{
    CUstream_st *s = find_stream(launch->where.stream);
    s->last = submit(launch);
}

int register_kernel(const void *kernel, untyped_launch launch)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    d.kernels[kernel] = launch;
    return 0;
}

/* ---- memory
 * --------------------------------------------------------------------------------------- */

namespace
{

enum memory_kind { device_memory, pinned, registered, managed, symbol_memory };

struct allocation {
    size_t size;
    memory_kind kind;
    unsigned flags;
};

/* Device memory lies in one reserved range of addresses, so that one mprotect opens or closes it
 * all. Huge pages make that cheap: without them it takes 40 microseconds per MB, and is left out
 * from some size on. */
struct memory_space {
    std::mutex lock;
    std::map<uintptr_t, allocation> allocations;
    std::map<uintptr_t, size_t> unused; /* free ranges below `top` */
    char *base = nullptr, *top, *mapped, *end;
    size_t used = 0;
    bool huge = true;
} memory __attribute__((init_priority(101))); /* before the program's own globals */

const size_t huge_page = 2 << 20, granule = 512;

size_t physical_memory()
{
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

size_t available_memory()
{
    size_t kilobytes = 0;
    char line[128];
    FILE *f = fopen("/proc/meminfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %zu", &kilobytes) == 1)
            break;
    if (f)
        fclose(f);
    return kilobytes ? kilobytes * 1024 : physical_memory() / 2;
}

size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

void reserve_space()
{
    for (size_t size = round_up(physical_memory(), huge_page); size >= 64 << 20; size /= 2) {
        void *p = mmap(nullptr, size + huge_page, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            continue;
        memory.base = memory.top = memory.mapped = (char *)round_up((uintptr_t)p, huge_page);
        memory.end = memory.base + round_up(size, huge_page) - huge_page;
        break;
    }
    char state[64] = "";
    FILE *f = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    memory.huge = f && fgets(state, sizeof state, f) && !strstr(state, "[never]");
    if (f)
        fclose(f);
}

void open_memory(bool open)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    size_t size = (size_t)(memory.mapped - memory.base);
    if (size && (memory.huge || size <= 2 * huge_page))
        mprotect(memory.base, size, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/* A free range of `size` bytes, the first that fits, or null. */
char *take_range(size_t size)
{
    for (auto i = memory.unused.begin(); i != memory.unused.end(); ++i) {
        if (i->second < size)
            continue;
        uintptr_t at = i->first;
        size_t left = i->second - size;
        memory.unused.erase(i);
        if (left)
            memory.unused[at + size] = left;
        return (char *)at;
    }
    if ((size_t)(memory.end - memory.top) < size)
        return nullptr;
    char *p = memory.top;
    memory.top += size;
    if (memory.top > memory.mapped) {
        size_t more = round_up((size_t)(memory.top - memory.mapped), huge_page);
        mprotect(memory.mapped, more, PROT_READ | PROT_WRITE);
        madvise(memory.mapped, more, MADV_HUGEPAGE);
        memory.mapped += more;
    }
    return p;
}

void give_range(uintptr_t at, size_t size)
{
    auto next = memory.unused.lower_bound(at);
    if (next != memory.unused.end() && at + size == next->first) {
        size += next->second;
        next = memory.unused.erase(next);
    }
    if (next != memory.unused.begin()) {
        auto previous = std::prev(next);
        if (previous->first + previous->second == at) {
            previous->second += size;
            return;
        }
    }
    memory.unused[at] = size;
}

/* The allocation that holds this address, or null; `start` gets its first address. */
const allocation *find_allocation(const void *p, uintptr_t *start = nullptr)
{
    auto i = memory.allocations.upper_bound((uintptr_t)p);
    if (i == memory.allocations.begin())
        return nullptr;
    --i;
    if ((uintptr_t)p >= i->first + i->second.size)
        return nullptr;
    if (start)
        *start = i->first;
    return &i->second;
}

/* The host touched closed device memory: say so before the process ends. */
void protected_by(const char *address)
{
    if (!memory.base || address < memory.base || address >= memory.mapped)
        return;
    uintptr_t start;
    const allocation *a = find_allocation(address, &start);
    char words[256];
    int n = snprintf(words, sizeof words,
                     "CPU device: the host touched device memory at %p (%s%zu%s); only kernels and "
                     "cudaMemcpy may\n",
                     (const void *)address, a ? "byte " : "", a ? (uintptr_t)address - start : 0,
                     a ? " of a cudaMalloc" : " outside of any cudaMalloc");
    if (write(2, words, (size_t)n) < 0)
        return;
}

cudaError_t allocate_host(void **ptr, size_t size, memory_kind kind, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!ptr)
        return result(cudaErrorInvalidValue);
    *ptr = nullptr;
    if (size == 0)
        return kind == managed ? result(cudaErrorInvalidValue) : cudaSuccess;
    if (size > available_memory())
        return result(cudaErrorMemoryAllocation);
    void *p = nullptr;
    if (posix_memalign(&p, page, round_up(size, page)))
        return result(cudaErrorMemoryAllocation);
    std::lock_guard<std::mutex> hold(memory.lock);
    memory.allocations[(uintptr_t)p] = { size, kind, flags };
    *ptr = p;
    return cudaSuccess;
}

/* Where a pointer points, for count bytes: as the host or the device sees it. */
enum where { host_only, device_only, both, nowhere };

where locate(const void *p, size_t count)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    uintptr_t start;
    const allocation *a = find_allocation(p, &start);
    if (!a) /* pageable, unless it points into device memory without an allocation */
        return (char *)p >= memory.base && (char *)p < memory.end ? nowhere : host_only;
    if (count > a->size - ((uintptr_t)p - start))
        return a->kind == registered ? host_only : nowhere;
    return a->kind == device_memory || a->kind == symbol_memory ? device_only : both;
}

/* Is a copy in this direction right? `pageable` is set when its host side is pageable. */
bool copy_allowed(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes,
                  cudaMemcpyKind kind, bool *pageable)
{
    where to = locate(dst, dst_bytes), from = locate(src, src_bytes);
    *pageable = to == host_only || from == host_only;
    if (!dst || !src || to == nowhere || from == nowhere)
        return false;
    bool to_host = to != device_only, from_host = from != device_only;
    bool to_device = to != host_only, from_device = from != host_only;
    switch (kind) {
    case cudaMemcpyHostToHost:
        return to_host && from_host;
    case cudaMemcpyHostToDevice:
        return to_device && from_host;
    case cudaMemcpyDeviceToHost:
        return to_host && from_device;
    case cudaMemcpyDeviceToDevice:
        return to_device && from_device;
    default:
        return true;
    }
}

/* height rows of width bytes. CUDA's rules on waiting: cudaMemcpy waits, except between two places
 * on the device; an Async copy from or to pageable memory waits as well. */
cudaError_t copy(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                 size_t height, cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
    REFUSE_AFTER_FAULT();
    if ((int)kind < 0 || (int)kind > cudaMemcpyDefault)
        return result(cudaErrorInvalidMemcpyDirection);
    if (!find_stream(stream))
        return result(cudaErrorInvalidResourceHandle);
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (height > 1 && (dpitch < width || spitch < width))
        return result(cudaErrorInvalidPitchValue);
    bool pageable;
    size_t rows = height - 1;
    if ((rows && (dpitch > SIZE_MAX / 2 / rows || spitch > SIZE_MAX / 2 / rows)) ||
        width > SIZE_MAX / 2 ||
        !copy_allowed(dst, rows * dpitch + width, src, rows * spitch + width, kind, &pageable))
        return result(cudaErrorInvalidValue);
    bool inside = locate(dst, 1) == device_only && locate(src, 1) == device_only;
    bool wait = async ? pageable : !inside;
    return enqueue(stream, wait, [=] {
        if (rows == 0 || (dpitch == width && spitch == width))
            memmove(dst, src, width * height);
        else
            for (size_t i = 0; i < height; i++)
                memmove((char *)dst + i * dpitch, (const char *)src + i * spitch, width);
    });
}

cudaError_t set(void *ptr, size_t pitch, int value, size_t width, size_t height,
                cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    if (!find_stream(stream))
        return result(cudaErrorInvalidResourceHandle);
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (height > 1 && pitch < width)
        return result(cudaErrorInvalidPitchValue);
    where at = width > SIZE_MAX / 2 || (height > 1 && pitch > SIZE_MAX / 2 / height)
                   ? nowhere
                   : locate(ptr, (height - 1) * pitch + width);
    if (!ptr || at == nowhere || at == host_only)
        return result(cudaErrorInvalidValue);
    return enqueue(stream, false, [=] {
        for (size_t i = 0; i < height; i++)
            memset((char *)ptr + i * pitch, value, width);
    });
}

cudaError_t free_host(void *ptr, memory_kind kind, bool release)
{
    REFUSE_AFTER_FAULT();
    cudaError_t wrong =
        kind == registered ? cudaErrorHostMemoryNotRegistered : cudaErrorInvalidValue;
    if (!ptr)
        return kind == registered ? result(cudaErrorInvalidValue) : cudaSuccess;
    cudaDeviceSynchronize();
    std::lock_guard<std::mutex> hold(memory.lock);
    auto i = memory.allocations.find((uintptr_t)ptr);
    if (i == memory.allocations.end() || i->second.kind != kind)
        return result(wrong);
    memory.allocations.erase(i);
    if (release)
        free(ptr);
    return cudaSuccess;
}

} // namespace

void *symbol(const void *address, size_t size)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    memory.allocations[(uintptr_t)address] = { size, symbol_memory, 0 };
    return (void *)address;
}

cudaError_t copy_symbol(void *dst, const void *src, size_t count, size_t offset,
                        size_t symbol_bytes, bool to_symbol, cudaMemcpyKind kind,
                        cudaStream_t stream, bool async)
{
    if (offset > symbol_bytes || count > symbol_bytes - offset)
        return result(cudaErrorInvalidValue);
    if (kind == cudaMemcpyHostToHost ||
        kind == (to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return result(cudaErrorInvalidMemcpyDirection);
    (to_symbol ? (char *&)dst : (char *&)src) += offset;
    return copy(dst, count, src, count, count, 1, kind, stream, async);
}

} // namespace cpu_device

/* assert() in a kernel: CUDA's message, and the kernel ends. */
extern "C" void __assert_fail(const char *expression, const char *file, unsigned line,
                              const char *function) noexcept
{
    if (self) {
        fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
                file, line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                threadIdx.z, expression);
        fault(cudaErrorAssert, "assertion failed");
    }
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}

/* ---- the API: errors and the device
 * --------------------------------------------------------------- */

cudaError_t cudaPeekAtLastError()
{
    return the_device().surfaced && fault_code ? (cudaError_t)(int)fault_code : last_error;
}

cudaError_t cudaGetLastError()
{
    cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch ((int)error) {
#define E(name, value, words)                                                                      \
    case value:                                                                                    \
        return #name;
        CPU_DEVICE_ERRORS(E)
#undef E
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch ((int)error) {
#define E(name, value, words)                                                                      \
    case value:                                                                                    \
        return words;
        CPU_DEVICE_ERRORS(E)
#undef E
    }
    return "unrecognized error code";
}

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return result(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    return cudaGetDeviceCount(device) == cudaSuccess ? (*device = 0, cudaSuccess)
                                                     : cudaErrorInvalidValue;
}

cudaError_t cudaSetDevice(int device)
{
    return device == 0 ? sticky() : result(cudaErrorInvalidDevice);
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned)
{
    return cudaSetDevice(device);
}

cudaError_t cudaSetDeviceFlags(unsigned)
{
    return sticky();
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    *flags = cudaDeviceMapHost;
    return sticky();
}

/* Limits of compute capability 7.5, the oldest that current toolkits build for. */
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device)
{
    if (device != 0)
        return result(cudaErrorInvalidDevice);
    if (!p)
        return result(cudaErrorInvalidValue);
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "CPU device");
    cudaMemGetInfo(nullptr, &p->totalGlobalMem);
    p->major = 7;
    p->minor = 5;
    p->multiProcessorCount = omp_get_max_threads();
    p->sharedMemPerBlock = p->sharedMemPerMultiprocessor = 48 * 1024;
    p->sharedMemPerBlockOptin = p->sharedMemPerMultiprocessor = 64 * 1024;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = 32;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsPerMultiProcessor = 1024;
    p->maxBlocksPerMultiProcessor = 16;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->clockRate = 1000000; /* clock64() counts nanoseconds */
    p->totalConstMem = 65536;
    p->textureAlignment = p->texturePitchAlignment = p->surfaceAlignment = 512;
    p->integrated = p->canMapHostMemory = p->unifiedAddressing = p->managedMemory = 1;
    p->concurrentManagedAccess = p->streamPrioritiesSupported = p->hostRegisterSupported = 1;
    p->canUseHostPointerForRegisteredMem = p->memoryPoolsSupported = 1;
    p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    long l2 = sysconf(_SC_LEVEL3_CACHE_SIZE);
    p->l2CacheSize = l2 > 0 ? (int)l2 : 0;
    p->singleToDoublePrecisionPerfRatio = 2;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp p;
    cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error != cudaSuccess || !value)
        return error != cudaSuccess ? error : result(cudaErrorInvalidValue);
    const struct {
        cudaDeviceAttr attribute;
        size_t value;
    } known[] = {
        { cudaDevAttrMaxThreadsPerBlock, 1024 },
        { cudaDevAttrMaxBlockDimX, 1024 },
        { cudaDevAttrMaxBlockDimY, 1024 },
        { cudaDevAttrMaxBlockDimZ, 64 },
        { cudaDevAttrMaxGridDimX, 0x7fffffff },
        { cudaDevAttrMaxGridDimY, 65535 },
        { cudaDevAttrMaxGridDimZ, 65535 },
        { cudaDevAttrMaxSharedMemoryPerBlock, p.sharedMemPerBlock },
        { cudaDevAttrTotalConstantMemory, p.totalConstMem },
        { cudaDevAttrWarpSize, 32 },
        { cudaDevAttrMaxPitch, p.memPitch },
        { cudaDevAttrMaxRegistersPerBlock, 65536 },
        { cudaDevAttrClockRate, (size_t)p.clockRate },
        { cudaDevAttrMultiProcessorCount, (size_t)p.multiProcessorCount },
        { cudaDevAttrIntegrated, 1 },
        { cudaDevAttrCanMapHostMemory, 1 },
        { cudaDevAttrL2CacheSize, (size_t)p.l2CacheSize },
        { cudaDevAttrMaxThreadsPerMultiProcessor, 1024 },
        { cudaDevAttrUnifiedAddressing, 1 },
        { cudaDevAttrComputeCapabilityMajor, (size_t)p.major },
        { cudaDevAttrComputeCapabilityMinor, (size_t)p.minor },
        { cudaDevAttrStreamPrioritiesSupported, 1 },
        { cudaDevAttrMaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor },
        { cudaDevAttrMaxRegistersPerMultiprocessor, 65536 },
        { cudaDevAttrManagedMemory, 1 },
        { cudaDevAttrSingleToDoublePrecisionPerfRatio, 2 },
        { cudaDevAttrConcurrentManagedAccess, 1 },
        { cudaDevAttrCanUseHostPointerForRegisteredMem, 1 },
        { cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin },
        { cudaDevAttrHostRegisterSupported, 1 },
        { cudaDevAttrMaxBlocksPerMultiprocessor, 16 },
        { cudaDevAttrMemoryPoolsSupported, 1 },
    };
    if ((int)attribute < 1 || (int)attribute > 200)
        return result(cudaErrorInvalidValue);
    *value = 0; /* what a CPU does not have */
    for (auto &k : known)
        if (k.attribute == attribute)
            *value = (int)k.value;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *)
{
    return cudaGetDevice(device);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device)
{
    if (device != 0)
        return result(cudaErrorInvalidDevice);
    snprintf(id, (size_t)len, "0000:00:00.0");
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize()
{
    device &d = the_device();
    unsigned long long number;
    {
        std::lock_guard<std::mutex> hold(d.lock);
        number = d.queued;
    }
    wait_for(number);
    return sticky();
}

cudaError_t cudaThreadSynchronize()
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceReset()
{
    cudaDeviceSynchronize();
    std::vector<void *> device_pointers;
    {
        std::lock_guard<std::mutex> hold(memory.lock);
        for (auto &a : memory.allocations)
            if (a.second.kind == device_memory)
                device_pointers.push_back((void *)a.first);
    }
    fault_code = 0;
    the_device().surfaced = false;
    last_error = cudaSuccess;
    for (void *p : device_pointers)
        cudaFree(p);
    return cudaSuccess;
}

cudaError_t cudaThreadExit()
{
    return cudaDeviceReset();
}

static size_t limits[cudaLimitPersistingL2CacheSize + 1] = { 64 << 10, 1 << 20, 8 << 20, 2,
                                                             2048,     128,     0 };

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    if ((unsigned)limit > cudaLimitPersistingL2CacheSize)
        return result(cudaErrorUnsupportedLimit);
    limits[limit] = value;
    return sticky();
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    if (!value || (unsigned)limit > cudaLimitPersistingL2CacheSize)
        return result(value ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue);
    *value = limits[limit];
    return sticky();
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache)
{
    return sticky();
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config)
{
    *config = cudaFuncCachePreferNone;
    return sticky();
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig)
{
    return sticky();
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config)
{
    *config = cudaSharedMemBankSizeFourByte;
    return sticky();
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return sticky();
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    *can = 0;
    return device == 0 && peer == 0 ? cudaSuccess : result(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned)
{
    return result(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int)
{
    return result(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    return cudaDriverGetVersion(version);
}

cudaError_t cudaProfilerStart()
{
    return sticky();
}

cudaError_t cudaProfilerStop()
{
    return sticky();
}

/* ---- the API: memory
 * ------------------------------------------------------------------------------ */

cudaError_t cudaMalloc(void **ptr, size_t size)
{
    REFUSE_AFTER_FAULT();
    if (!ptr)
        return result(cudaErrorInvalidValue);
    *ptr = nullptr;
    if (size == 0)
        return cudaSuccess;
    device &d = the_device();
    std::lock_guard<std::mutex> hold_device(d.lock);
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!memory.base)
        reserve_space();
    if (!memory.base || size > (size_t)(memory.end - memory.base))
        return result(cudaErrorMemoryAllocation);
    char *before = memory.mapped;
    size_t bytes = round_up(size, granule);
    bool fits = bytes <= huge_page || bytes <= available_memory();
    char *p = fits ? take_range(bytes) : nullptr;
    if (!p)
        return result(cudaErrorMemoryAllocation);
    if (!d.open && memory.mapped != before &&
        (memory.huge || memory.mapped - memory.base <= 2 * (ptrdiff_t)huge_page))
        mprotect(before, (size_t)(memory.mapped - before), PROT_NONE);
    memory.allocations[(uintptr_t)p] = { size, device_memory, 0 };
    memory.used += bytes;
    *ptr = p;
    return cudaSuccess;
}

cudaError_t cudaFree(void *ptr)
{
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess || !ptr)
        return error;
    std::lock_guard<std::mutex> hold(memory.lock);
    auto i = memory.allocations.find((uintptr_t)ptr);
    if (i == memory.allocations.end() ||
        (i->second.kind != device_memory && i->second.kind != managed))
        return result(cudaErrorInvalidValue);
    size_t bytes = round_up(i->second.size, granule);
    if (i->second.kind == managed) {
        free(ptr);
    } else {
        give_range((uintptr_t)ptr, bytes);
        memory.used -= bytes;
    }
    memory.allocations.erase(i);
    return cudaSuccess;
}

cudaError_t cudaMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height)
{
    if (!pitch || width > SIZE_MAX / 4 || (height && round_up(width, 512) > SIZE_MAX / 2 / height))
        return result(pitch ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    *pitch = round_up(width, 512);
    return cudaMalloc(ptr, *pitch * height);
}

cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned flags)
{
    return allocate_host(ptr, size, pinned, flags);
}

cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned flags)
{
    return flags > 7 ? result(cudaErrorInvalidValue) : allocate_host(ptr, size, pinned, flags);
}

cudaError_t cudaFreeHost(void *ptr)
{
    return free_host(ptr, pinned, true);
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!ptr || !size || locate(ptr, 1) == nowhere || locate(ptr, 1) == device_only)
        return result(cudaErrorInvalidValue);
    std::lock_guard<std::mutex> hold(memory.lock);
    if (find_allocation(ptr) || find_allocation((char *)ptr + size - 1))
        return result(cudaErrorHostMemoryAlreadyRegistered);
    memory.allocations[(uintptr_t)ptr] = { size, registered, flags };
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *ptr)
{
    return free_host(ptr, registered, false);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    if (!device || !host || flags || locate(host, 1) != both)
        return result(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(host);
    if (!flags || !a || (a->kind != pinned && a->kind != registered))
        return result(cudaErrorInvalidValue);
    *flags = a->flags | cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaMallocManaged(void **ptr, size_t size, unsigned flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return result(cudaErrorInvalidValue);
    return allocate_host(ptr, size, managed, flags);
}

cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaStream_t stream)
{
    return find_stream(stream) ? cudaMalloc(ptr, size) : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaFreeAsync(void *ptr, cudaStream_t stream)
{
    return find_stream(stream) ? cudaFree(ptr) : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!memory.base)
        reserve_space();
    size_t size = (size_t)(memory.end - memory.base), available = available_memory();
    if (total)
        *total = size;
    if (free_bytes)
        *free_bytes = size - memory.used < available ? size - memory.used : available;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *ptr)
{
    REFUSE_AFTER_FAULT();
    if (!attributes)
        return result(cudaErrorInvalidValue);
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(ptr);
    void *p = (void *)ptr;
    if (!a)
        *attributes = { cudaMemoryTypeUnregistered, -2, nullptr, p };
    else if (a->kind == device_memory || a->kind == symbol_memory)
        *attributes = { cudaMemoryTypeDevice, 0, p, nullptr };
    else
        *attributes = { a->kind == managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0, p, p };
    return cudaSuccess;
}

static cudaError_t managed_range(const void *ptr, size_t count)
{
    REFUSE_AFTER_FAULT();
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(ptr);
    return a && a->kind == managed && count <= a->size ? cudaSuccess
                                                       : result(cudaErrorInvalidValue);
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, int device, cudaStream_t stream)
{
    if (device != 0 && device != cudaCpuDeviceId)
        return result(cudaErrorInvalidDevice);
    return find_stream(stream) ? managed_range(ptr, count) : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, cudaMemLocation, unsigned,
                                 cudaStream_t stream)
{
    return cudaMemPrefetchAsync(ptr, count, 0, stream);
}

cudaError_t cudaMemAdvise(const void *ptr, size_t count, cudaMemoryAdvise, int)
{
    return managed_range(ptr, count);
}

cudaError_t cudaMemAdvise(const void *ptr, size_t count, cudaMemoryAdvise, cudaMemLocation)
{
    return managed_range(ptr, count);
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, cudaMemcpyKind kind)
{
    return copy(dst, count, src, count, count, 1, kind, 0, false);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return copy(dst, count, src, count, count, 1, kind, stream, true);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind)
{
    return copy(dst, dpitch, src, spitch, width, height, kind, 0, false);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(dst, dpitch, src, spitch, width, height, kind, stream, true);
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
{
    if (dst_device != 0 || src_device != 0)
        return result(cudaErrorInvalidDevice);
    return cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemset(void *ptr, int value, size_t count)
{
    return set(ptr, count, value, count, 1, 0);
}

cudaError_t cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream)
{
    return set(ptr, count, value, count, 1, stream);
}

cudaError_t cudaMemset2D(void *ptr, size_t pitch, int value, size_t width, size_t height)
{
    return set(ptr, pitch, value, width, height, 0);
}

cudaError_t cudaMemset2DAsync(void *ptr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    return set(ptr, pitch, value, width, height, stream);
}

/* ---- the API: streams and events
 * ------------------------------------------------------------------ */

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    REFUSE_AFTER_FAULT();
    if (!stream || flags > cudaStreamNonBlocking)
        return result(cudaErrorInvalidValue);
    priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    *stream = new CUstream_st{ flags, priority, 0 };
    d.streams.insert(*stream);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    if (!stream || !d.streams.erase(stream))
        return result(cudaErrorInvalidResourceHandle);
    delete stream; /* what it has queued still runs */
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    if (s == &default_stream)
        return cudaDeviceSynchronize();
    wait_for(s->last);
    return sticky();
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    return is_done(s->last) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    CUstream_st *s = find_stream(stream);
    if (!s || !flags)
        return result(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *flags = s->flags;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    CUstream_st *s = find_stream(stream);
    if (!s || !priority)
        return result(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *priority = s->priority;
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    REFUSE_AFTER_FAULT();
    return event && find_stream(stream) ? cudaSuccess /* one queue: its turn is after the event's */
                                        : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned)
{
    REFUSE_AFTER_FAULT();
    if (!callback)
        return result(cudaErrorInvalidValue);
    return enqueue(stream, false, [=] { callback(stream, cudaSuccess, data); });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *ptr, size_t, unsigned)
{
    return find_stream(stream) ? managed_range(ptr, 0) : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data)
{
    REFUSE_AFTER_FAULT();
    if (!fn)
        return result(cudaErrorInvalidValue);
    return enqueue(stream, false, [=] { fn(data); });
}

cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!event || flags > 7)
        return result(cudaErrorInvalidValue);
    *event = new CUevent_st{ flags, 0, nullptr };
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    return cudaEventCreate(event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!event || !s)
        return result(cudaErrorInvalidResourceHandle);
    auto seconds = std::make_shared<double>(0.0);
    event->seconds = seconds;
    event->number = s->last = submit_function([=] { *seconds = now(); });
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned)
{
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    REFUSE_AFTER_FAULT();
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    return is_done(event->number) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    wait_for(event->number);
    return sticky();
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop)
{
    REFUSE_AFTER_FAULT();
    if (!ms)
        return result(cudaErrorInvalidValue);
    if (!start || !stop || !start->number || !stop->number ||
        ((start->flags | stop->flags) & cudaEventDisableTiming))
        return result(cudaErrorInvalidResourceHandle);
    if (!is_done(start->number) || !is_done(stop->number))
        return result(cudaErrorNotReady);
    *ms = (float)((*stop->seconds - *start->seconds) * 1e3);
    return cudaSuccess;
}

/* ---- the API: kernels by address
 * ------------------------------------------------------------------ */

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                             size_t shared_bytes, cudaStream_t stream)
{
    device &d = the_device();
    untyped_launch launch = nullptr;
    {
        std::lock_guard<std::mutex> hold(d.lock);
        auto found = d.kernels.find(kernel);
        if (found != d.kernels.end())
            launch = found->second;
    }
    if (!launch)
        return result(cudaErrorInvalidDeviceFunction);
    return launch(kernel, config(grid, block, shared_bytes, stream), args);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel)
{
    if (!attributes || !kernel)
        return result(attributes ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
    *attributes = {};
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 75;
    attributes->maxDynamicSharedSizeBytes = 48 * 1024;
    return sticky();
}

cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    REFUSE_AFTER_FAULT();
    if (!kernel)
        return result(cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value < 0 || value > 64 * 1024)
        return result(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    d.shared_limits[kernel] = (size_t)value;
    d.shared_limit = d.shared_limit > (size_t)value ? d.shared_limit : (size_t)value;
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache)
{
    return sticky();
}

cudaError_t cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig)
{
    return sticky();
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int block_size, size_t shared_bytes)
{
    if (!blocks || !kernel || block_size <= 0)
        return result(kernel ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
    size_t by_threads = 1024 / (round_up((size_t)block_size, 32)), by_blocks = 16;
    size_t by_shared = shared_bytes ? 64 * 1024 / shared_bytes : by_blocks;
    size_t n = by_threads < by_blocks ? by_threads : by_blocks;
    *blocks = (int)(n < by_shared ? n : by_shared);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int block_size,
                                                                   size_t shared_bytes, unsigned)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_size, shared_bytes);
}
