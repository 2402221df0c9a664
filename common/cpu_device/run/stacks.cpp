/* CPU device: the worker of a CPU thread, and the stacks of the threads that it runs as fibers. */
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include "runtime.h"

extern "C" void __asan_unpoison_memory_region(const volatile void *, size_t) __attribute__((weak));

namespace cpu_device
{

namespace
{

std::atomic<long> large_maps; /* how many may still be made; */
std::atomic<int> guards;      /* and how many guard pages: Linux limits the mappings of a process */

void fiber_main()
{
    CPU_DEVICE_STEP(on_stack());
    self->begin(self); /* does not return */
}

void plan_stacks()
{
    struct rlimit addresses;
    int mappings = 65530; /* Linux's default */
    FILE *f = fopen("/proc/sys/vm/max_map_count", "r");
    if (f && fscanf(f, "%d", &mappings) != 1)
        mappings = 65530;
    if (f)
        fclose(f);
    guards = mappings / 4; /* each splits a mapping in two, and half is left to the program */
    large_maps = LONG_MAX;
    if (!getrlimit(RLIMIT_AS, &addresses) && addresses.rlim_cur != RLIM_INFINITY)
        large_maps = (long)(addresses.rlim_cur / 8 / map_stacks / large_stack);
}

/* A mapping for `map_stacks` stacks of *step bytes each: large ones, or small ones where memory has
 * no room for these. */
void *map_some(size_t *step)
{
    *step = large_maps-- > 0 ? large_stack + page_size() : small_stack + page_size();
    for (;; *step = small_stack + page_size()) {
        void *map = mmap(nullptr, map_stacks * *step, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (map != MAP_FAILED)
            return map;
        if (*step == small_stack + page_size())
            fault(cudaErrorLaunchOutOfResources,
                  _("no memory for the stacks of the block's threads"));
        large_maps = 0;
    }
}

void guard(this_worker *w, void *low)
{
    guards--;
    w->guards_made++;
    if (mprotect(low, page_size(), PROT_NONE))
        guards = 0;
}

} // namespace

/* The stacks' tops are some cache lines apart from each other: all at the same offset in a page,
 * they would compete for the same few sets of the first-level cache. A stack grows downwards: the
 * first of a mapping always has a guard page below it, each other one as long as `guards` lasts. */
void more_stacks()
{
    static std::once_flag planned;
    std::call_once(planned, plan_stacks);
    this_worker *w = me();
    size_t step;
    void *map = map_some(&step);
    w->maps.push_back({ map, map_stacks * step });
    madvise(map, map_stacks * step, MADV_NOHUGEPAGE); /* or each stack would take 2 MB of memory */
    for (size_t i = 0; i < map_stacks; i++) {
        char *low = (char *)map + i * step;
        if (i == 0 || guards > 0)
            guard(w, low);
        char *top = low + step - 64 - w->contexts.size() * 3 % 64 * 64;
#ifdef __x86_64__
        top -= 8; /* as after a call, which has pushed 8 bytes */
#endif
        w->contexts.push_back({ (void *)fiber_main, top, nullptr });
    }
    w->fresh = w->contexts.data();
    w->stacks_there = (unsigned)w->contexts.size();
}

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

static stretch stack_of_this_thread()
{
    pthread_attr_t attributes;
    void *low = nullptr;
    size_t size = 0;
    if (!pthread_getattr_np(pthread_self(), &attributes)) {
        pthread_attr_getstack(&attributes, &low, &size);
        pthread_attr_destroy(&attributes);
    }
    return { (uintptr_t)low, size };
}

stretch stack_with(uintptr_t address)
{
    static thread_local const stretch home = stack_of_this_thread();
    if (address - home.first < home.size)
        return home;
    return fiber_stack_with(address);
}

/* A CPU thread of a cooperative launch ends: its guard pages may be made again. */
this_worker::~this_worker()
{
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    for (auto &map : maps) {
        if (__asan_unpoison_memory_region) /* or what is next mapped there is taken for a stack */
            __asan_unpoison_memory_region(map.first, map.second);
        munmap(map.first, map.second);
        large_maps += map.second > map_stacks * (small_stack + page_size());
    }
    guards += guards_made;
    if (shared)
        munmap(shared, 2 * shared_most);
}

} // namespace cpu_device
