/* CPU device: runs the blocks of a kernel on the CPU threads (workers). From top to bottom: the
 * threads of a block as fibers (see execution.h); what happens when a kernel does what it must not;
 * the blocks of a grid over the workers. */
#include <limits.h>
#include <omp.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>
#include "lines.h"
#include "runtime.h"

extern "C" void __asan_unpoison_memory_region(const volatile void *, size_t) __attribute__((weak));

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;
__thread void *cpu_device_dynamic_shared;

namespace cpu_device
{

__thread worker *self;
__thread fiber *current;
std::atomic<int> fault_code;

namespace
{

/* ---- fibers --------------------------------------------------------------------------------- */

/* A thread's stack holds CUDA's 512 KB of local memory and the frames of its calls; only what is
 * touched takes memory. Where addresses are few (ulimit -v) only the first are so large. */
const size_t large_stack = 576 * 1024, small_stack = 64 * 1024, page = 4096, map_stacks = 64;
std::atomic<long> large_maps; /* that may still be made, */
std::atomic<int> guards;      /* and guard pages: each splits a mapping, and there is a limit */

struct this_worker : worker {
    ~this_worker();
    std::vector<std::pair<void *, size_t>> maps; /* of stacks */
    std::vector<context> contexts;               /* fresh[] */
    jmp_buf fault;                               /* ends the blocks that this worker runs */
    std::vector<char> shared;
    std::vector<char> signal_stack;
    int guards_made;
    unsigned yields;
    unsigned spins; /* in a row, by this thread: */
    uint3 spinner;
};

this_worker *me() { return static_cast<this_worker *>(self); }

void fiber_main()
{
    CPU_DEVICE_STEP(on_stack());
    self->begin(self); /* does not return */
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
    warp_function done = nullptr;
    unsigned long long same = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1))
            continue;
        if (l[i].argument != same_for_all) {
            out[i] = l[i].function(in, i, active, l[i].argument);
            continue;
        }
        if (l[i].function != done)
            same = (done = l[i].function)(in, i, active, same_for_all);
        out[i] = same;
    }
    for (unsigned i = 0; i < 32; i++)
        if (active >> i & 1) {
            l[i].value = out[i];
            w->fibers[warp * 32 + i].wait = 0;
        }
    w->waiting[warp] &= ~active;
    CPU_DEVICE_STEP(on_warp(warp, active));
}

} // namespace

static void plan_stacks()
{
    struct rlimit addresses;
    int mappings = 65530; /* Linux's default */
    FILE *f = fopen("/proc/sys/vm/max_map_count", "r");
    if (f && fscanf(f, "%d", &mappings) != 1)
        mappings = 65530;
    if (f)
        fclose(f);
    guards = mappings / 4; /* each makes two mappings of one, and half is left to the program */
    large_maps = LONG_MAX;
    if (!getrlimit(RLIMIT_AS, &addresses) && addresses.rlim_cur != RLIM_INFINITY)
        large_maps = (long)(addresses.rlim_cur / 8 / map_stacks / large_stack);
}

/* The stacks' tops are set off by some cache lines from each other: all at the same offset in a
 * page, they would fight for the same few sets of the first-level cache. Behind the last of a map
 * is always a guard page, and one behind each other stack as long as `guards` lasts. */
void more_stacks()
{
    static std::once_flag planned;
    std::call_once(planned, plan_stacks);
    this_worker *w = me();
    size_t step = large_maps-- > 0 ? large_stack + page : small_stack + page;
    void *map = MAP_FAILED;
    for (;; step = small_stack + page) {
        map = mmap(nullptr, map_stacks * step, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (map != MAP_FAILED || step == small_stack + page)
            break;
        large_maps = 0;
    }
    if (map == MAP_FAILED)
        fault(cudaErrorLaunchOutOfResources, "no memory for the stacks of the block's threads");
    w->maps.push_back({ map, map_stacks * step });
    madvise(map, map_stacks * step, MADV_NOHUGEPAGE); /* or each stack would take 2 MB of memory */
    for (size_t i = 0; i < map_stacks; i++) {
        char *low = (char *)map + i * step;
        if (i == 0 || guards > 0) {
            guards--;
            w->guards_made++;
            if (mprotect(low, page, PROT_NONE))
                guards = 0;
        }
        char *top = low + step - 64 - w->contexts.size() * 3 % 64 * 64;
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
    unsigned linear = linear_thread();
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
    CPU_DEVICE_STEP(on_barrier(w));
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

static void let_others_run()
{
    if (!current)
        become_fiber();
    self->irregular = true;
    switch_from(current);
    sched_yield();
}

void yield()
{
    if (self && ++me()->yields % 64 == 0)
        let_others_run();
}

void spin_once()
{
    if (!self)
        return;
    this_worker *w = me();
    const uint3 t = threadIdx, s = w->spinner;
    if (t.x != s.x || t.y != s.y || t.z != s.z) {
        w->spinner = t;
        w->spins = 0;
    } else if (++w->spins % 64 == 0) {
        let_others_run();
    }
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
        if (address > stack_pointer(machine) - large_stack &&
            address < stack_pointer(machine) + page)
            end_kernel(cudaErrorLaunchFailure, "the thread's stack is full");
#ifdef __x86_64__
        if (number == SIGSEGV && !address && info->si_code == SI_KERNEL) /* no page was missing */
            end_kernel(cudaErrorMisalignedAddress,
                       "a misaligned access, or an address that no memory can have");
#endif
        snprintf(words, sizeof words, "illegal access to address %p", (void *)address);
        end_kernel(cudaErrorIllegalAddress, words);
    }
    if (number == SIGSEGV)
        report_touch(address);
    CPU_DEVICE_STEP(on_crash(strsignal(number)));
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

double now()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

namespace
{

__attribute__((noinline)) this_worker *worker_of_this_thread()
{
    static thread_local std::unique_ptr<this_worker> owner;
    this_worker *w = owner.get();
    if (!w) {
        owner.reset(w = new this_worker());
        w->barrier = 1;
        w->signal_stack.resize(64 * 1024);
        stack_t stack = {};
        stack.ss_sp = w->signal_stack.data();
        stack.ss_size = w->signal_stack.size();
        sigaltstack(&stack, nullptr);
    }
    return w;
}

/* ---- cooperative launches: each block on a CPU thread of its own ---------------------------- */

void run_range(const kernel_operation *launch, unsigned long long first, unsigned long long last);

#ifdef CPU_DEVICE_CHECK
/* The bug finder watches one block at a time: they take turns, each up to its end or to a barrier
 * of the grid. */
struct {
    std::mutex lock;
    std::condition_variable passed;
    unsigned long long turn;
    std::vector<char> here, ended; /* by block: at the barrier; over */
} grid;

void grid_begins(unsigned long long blocks)
{
    grid.turn = blocks; /* nobody's, until all are there */
    grid.here.assign(blocks, false);
    grid.ended.assign(blocks, false);
}

/* All blocks have a thread, or no more than so many could get one. */
void grid_is_there(unsigned long long blocks)
{
    std::lock_guard<std::mutex> hold(grid.lock);
    std::fill(grid.ended.begin() + (long)blocks, grid.ended.end(), true);
    grid.turn = 0;
    grid.passed.notify_all();
}

void wait_for_turn(unsigned long long block)
{
    std::unique_lock<std::mutex> hold(grid.lock);
    grid.passed.wait(hold, [=] { return grid.turn == block; });
}

void pass_turn(unsigned long long block, bool over)
{
    std::lock_guard<std::mutex> hold(grid.lock);
    size_t n = grid.here.size(), next = block + 1;
    (over ? grid.ended : grid.here)[block] = true;
    while (next < n && (grid.ended[next] || grid.here[next]))
        next++;
    if (next == n) {
        if (std::find(grid.ended.begin(), grid.ended.end(), true) == grid.ended.end()) {
            check::on_grid_barrier();
            grid.here.assign(n, false);
        }
        next =
            (size_t)(std::find(grid.ended.begin(), grid.ended.end(), false) - grid.ended.begin());
    }
    grid.turn = next;
    grid.passed.notify_all();
}

void wait_for_grid()
{
    unsigned long long block =
        blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    check::on_turn_stops();
    pass_turn(block, false);
    wait_for_turn(block);
    check::on_turn_goes_on();
    if (fault_code)
        longjmp(me()->fault, 1);
    if (grid.here[block])
        fault(cudaErrorLaunchFailure,
              "blocks wait at a barrier of the whole grid for others that have ended");
}

void run_one_of_grid(const kernel_operation *kernel, unsigned long long block)
{
    wait_for_turn(block);
    check::on_turn_begins();
    if (!fault_code)
        run_range(kernel, block, block + 1);
    check::on_turn_over();
    pass_turn(block, true);
}
#else
struct {
    std::mutex lock;
    std::condition_variable open;
    unsigned long long blocks, here, times; /* in all; at the barrier; how often it has opened */
} grid;

void grid_begins(unsigned long long blocks)
{
    grid.blocks = blocks;
    grid.here = 0;
}

void grid_is_there(unsigned long long) {}

void run_one_of_grid(const kernel_operation *kernel, unsigned long long block)
{
    run_range(kernel, block, block + 1);
}

/* Blocks that wait for one that a fault has ended would wait for ever. */
void wait_for_grid()
{
    bool ended = false;
    {
        std::unique_lock<std::mutex> hold(grid.lock);
        unsigned long long times = grid.times;
        if (++grid.here == grid.blocks) {
            grid.here = 0;
            grid.times++;
            grid.open.notify_all();
        }
        while (grid.times == times && !ended) {
            grid.open.wait_for(hold, std::chrono::milliseconds(20));
            ended = fault_code != 0;
        }
    }
    if (ended)
        longjmp(me()->fault, 1);
}
#endif

/* ---- the watchdog: names a kernel that runs for long ---------------------------------------- */

struct {
    std::atomic<const kernel_operation *> launch;
    std::atomic<bool> looking; /* the watchdog is: the launch must not go away */
    std::atomic<double> began;
    std::atomic<unsigned long long> blocks_done;
} watched;

double patience() /* seconds; tests shorten it */
{
    const char *s = getenv("CPU_DEVICE_PATIENCE");
    double seconds = s ? atof(s) : 0;
    return seconds > 0 ? seconds : 20;
}

void *watch(void *)
{
    double next = 0, began = 0;
    for (const double first = patience();;) {
        struct timespec nap = { (time_t)(first / 10), (long)(fmod(first / 10, 1) * 1e9) };
        watched.looking = false;
        nanosleep(&nap, nullptr);
        watched.looking = true;
        const kernel_operation *launch = watched.launch;
        if (!launch)
            continue;
        if (began != watched.began) {
            began = watched.began;
            next = first;
        }
        if (now() - began < next)
            continue;
        const config &c = launch->where;
        char blocks[64] = "";
#ifndef CPU_DEVICE_CHECK
        snprintf(blocks, sizeof blocks, ", %llu of %llu blocks are done",
                 (unsigned long long)watched.blocks_done,
                 (unsigned long long)c.grid.x * c.grid.y * c.grid.z);
#endif
        fprintf(stderr,
                "CPU device: %s, has run for %.*f s%s. Is it only large, or does a thread wait for "
                "what never comes? Ctrl-C ends it.\n",
                launch_words(launch->name, launch->place, c).text, first < 1, next, blocks);
        next *= 3;
    }
    return nullptr;
}

struct watched_launch {
    watched_launch(const kernel_operation *launch)
    {
        watched.began.store(now(), std::memory_order_relaxed);
        watched.blocks_done.store(0, std::memory_order_relaxed);
        watched.launch.store(launch, std::memory_order_release);
    }
    ~watched_launch()
    {
        watched.launch = nullptr;
        while (watched.looking)
            sched_yield();
    }
};

/* ---- running blocks ------------------------------------------------------------------------- */

/* A CPU thread of a cooperative launch ends: its guard pages may be made anew. */
this_worker::~this_worker()
{
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    for (auto &map : maps) {
        if (__asan_unpoison_memory_region) /* or what is next mapped there is taken for a stack */
            __asan_unpoison_memory_region(map.first, map.second);
        munmap(map.first, map.second);
        large_maps += map.second > map_stacks * (small_stack + page);
    }
    guards += guards_made;
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
    cpu_device_dynamic_shared = w->dynamic_shared;
    self = w;
#ifdef CPU_DEVICE_TRAFFIC
    check::on_blocks(launch);
#endif
    if (setjmp(w->fault) == 0) {
        launch->blocks(first, last);
    }
#ifdef CPU_DEVICE_TRAFFIC
    check::on_blocks_end();
#endif
    current = nullptr;
    w->barrier_place = nullptr; /* a fault may have left it */
    self = nullptr;
}

void run_cooperative(const kernel_operation *kernel, unsigned long long blocks)
{
    std::vector<std::thread> threads;
    grid_begins(blocks);
    try {
        while (threads.size() < blocks) {
            unsigned long long block = threads.size();
            threads.emplace_back([=] {
                run_one_of_grid(kernel, block);
                watched.blocks_done++;
            });
        }
    } catch (const std::system_error &) {
        fprintf(stderr, "CPU device: %llu CPU threads for a cooperative launch are not to be had\n",
                blocks);
        fault_code = cudaErrorLaunchOutOfResources;
    }
    grid_is_there(threads.size());
    for (auto &t : threads)
        t.join();
}

} // namespace

bool in_cooperative_launch()
{
    return static_cast<const kernel_operation *>(self->launch)->where.cooperative;
}

void grid_barrier(const char *place)
{
    if (!in_cooperative_launch())
        fault(cudaErrorLaunchFailure, "the whole grid can wait only after "
                                      "cudaLaunchCooperativeKernel; <<< >>> is no such launch");
    barrier(place);
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
        wait_for_grid();
    barrier(place);
}

/* Cached, because each thread asks at each barrier. */
const char *place_at(const char *file, int line)
{
    static thread_local struct {
        const char *file, *text;
        int line;
    } cache[64];
    auto &c = cache[line % 64];
    if (c.file != file || c.line != line) {
        static std::mutex lock;
        static auto *places = new std::set<std::string>();
        std::lock_guard<std::mutex> hold(lock);
        c = { file, places->insert(std::string(file) + ":" + std::to_string(line)).first->c_str(),
              line };
    }
    return c.text;
}

void start_watchdog()
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    if (!pthread_create(&thread, &attributes, watch, nullptr))
        pthread_detach(thread);
}

/* A small grid is done before other CPU threads would have woken: the device thread begins alone,
 * and calls the others for what is left after 20 microseconds. */
void kernel_operation::run()
{
    unsigned long long blocks_in_all =
        (unsigned long long)where.grid.x * where.grid.y * where.grid.z;
    unsigned long long done = 0, batch = 1;
    watched_launch hold(this);
    printf_begins();
    double begin = watched.began, spent = 0;
#ifdef CPU_DEVICE_TRAFFIC
    check::on_launch(this);
#endif
#ifdef CPU_DEVICE_CHECK /* on one CPU thread, block after block */
    check::on_launch(this);
    if (where.cooperative)
        run_cooperative(this, blocks_in_all);
    else
        run_range(this, 0, batch = blocks_in_all);
    check::on_launch_end();
    return;
#endif
    if (where.cooperative) {
        run_cooperative(this, blocks_in_all);
        return;
    }
    while (done < blocks_in_all && spent < 20e-6 && !fault_code) {
        unsigned long long last = done + batch < blocks_in_all ? done + batch : blocks_in_all;
        run_range(this, done, last);
        done = last;
        watched.blocks_done.store(done, std::memory_order_relaxed);
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
        unsigned long long last = first + chunk < blocks_in_all ? first + chunk : blocks_in_all;
        if (!fault_code)
            run_range(this, first, last);
        watched.blocks_done += last - first;
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
