/* CPU device: the bug finder: what orders the threads of the host. From top to bottom: what a
 * thread knows to be done; what a kernel hands on to the host; what a thread hands on, and to whom;
 * the calls by which threads do so.
 *
 * A thread knows what it has waited for and what the thread that started it knew. It learns more
 * when it joins a thread, and where one has written and it reads: mutexes, semaphores, barriers,
 * atomics, volatile variables, and what a callback has written. The threads of OpenMP know all that
 * the thread knows that had them started. */
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <algorithm>
#include <atomic>
#include <set>
#include <unordered_map>
#include "state.h"

namespace cpu_device::check
{

std::vector<operation_info> operations EARLY(1);
clock host_knows EARLY;
unsigned running;
thread_local bool on_device_thread;
thread_local int in_host_function;

void join(clock &a, const clock &b)
{
    if (a.size() < b.size())
        a.resize(b.size());
    for (size_t i = 0; i < b.size(); i++)
        a[i] = std::max(a[i], b[i]);
}

bool knows_operation(const clock &c, unsigned number)
{
    size_t stream = operations[number].stream;
    return stream < c.size() && c[stream] >= number;
}

namespace
{

/* ---- what a thread knows --------------------------------------------------------------------- */

typedef std::unordered_map<unsigned, tick> ticks;
struct host_thread {
    clock known;           /* operations that are done */
    ticks seen;            /* by operation: what came before that in it */
    const void *lately[8]; /* where it has read what others write, */
    unsigned reads;        /* and how often */
};

/* What lives from the first call to the last, before and after the program's own objects. */
template <class T> struct lasting {
    T *p;
    T *operator->()
    {
        if (!p)
            p = new T();
        return p;
    }
    T &operator*() { return *operator->(); }
};

lasting<host_thread> main_thread;
thread_local host_thread *mine;

/* A lock that does not call pthread_mutex_lock. */
std::atomic_flag busy = ATOMIC_FLAG_INIT;
struct locked {
    locked()
    {
        while (busy.test_and_set(std::memory_order_acquire))
            ;
    }
    ~locked() { busy.clear(std::memory_order_release); }
};

host_thread &this_thread() { return mine ? *mine : *main_thread; }

bool in_callback() { return on_device_thread && in_host_function; }

/* ---- what a kernel hands on to the host ------------------------------------------------------ */

tick fenced[1024]; /* by thread of the block: its last __threadfence_system() */
lasting<std::set<uintptr_t>> of_system; /* all atomics there are ..._system */
struct system_release {
    unsigned operation;
    tick time; /* what came before that is known to whoever reads the value */
};
lasting<std::unordered_map<uintptr_t, system_release>> system_releases;

} // namespace

void pass_system_fence() { fenced[at.thread] = at.time; }

void note_system(const event &e)
{
    if (e.kind == atomic_access && at.system_scope)
        of_system->insert(e.address);
    else if (e.kind == atomic_access && !of_system->empty())
        of_system->erase(e.address);
    if (e.kind != read_access && fenced[at.thread] > at.block)
        (*system_releases)[e.address] = { running, fenced[at.thread] };
}

bool among_system_atomics(const event &e)
{
    return e.kind == atomic_access &&
           (of_system->count(e.address) || system_releases->count(e.address));
}

namespace
{

void see_released(uintptr_t address, ticks &seen)
{
    auto r = system_releases->find(address);
    if (r == system_releases->end())
        return;
    tick &t = seen[r->second.operation];
    t = std::max(t, r->second.time);
}

/* ---- what a thread hands on, and to whom ----------------------------------------------------- */

struct handed {
    clock known;
    ticks seen;
};
typedef std::unordered_map<const void *, handed> handed_at;
handed_at *hand_overs; /* by address; null before the first operation */
bool callbacks_write;

void join_seen(ticks &a, const ticks &b)
{
    for (auto &s : b)
        a[s.first] = std::max(a[s.first], s.second);
}

const clock &knows_now() { return in_callback() ? operations[running].known : this_thread().known; }

/* With too many addresses, what is known at one is known at all. */
const void *key_of(const void *p) { return hand_overs->size() < 1 << 16 ? p : nullptr; }

void take(const void *p)
{
    auto i = hand_overs->find(key_of(p));
    if (i == hand_overs->end())
        return;
    join(this_thread().known, i->second.known);
    join_seen(this_thread().seen, i->second.seen);
}

} // namespace

void hand_on(const void *p)
{
    if (!hand_overs || (on_device_thread && !in_host_function))
        return;
    locked hold;
    const clock &known = knows_now();
    if (known.empty())
        return;
    handed &h = (*hand_overs)[key_of(p)];
    join(h.known, known);
    if (!in_callback())
        join_seen(h.seen, this_thread().seen);
}

/* What another thread hands on there a moment later counts as well: see host_clock(). */
void take_over(const void *p)
{
    if (!hand_overs || on_device_thread)
        return;
    locked hold;
    host_thread &t = this_thread();
    t.lately[t.reads++ % 8] = p;
    take(p);
}

void order_host(const event &e, bool of_device)
{
    if (e.kind != read_access && (in_callback() || e.is_volatile || e.kind == atomic_access)) {
        callbacks_write |= in_callback();
        hand_on((const void *)e.address);
    }
    if (e.kind != write_access && (callbacks_write || e.is_volatile || e.kind == atomic_access))
        take_over((const void *)e.address);
    if (of_device && e.kind != write_access && !on_device_thread &&
        (e.is_volatile || e.kind == atomic_access)) {
        locked hold;
        see_released(e.address, this_thread().seen);
    }
}

void host_waited(const clock &c)
{
    locked hold;
    join(host_knows, c);
    join(this_thread().known, c);
}

clock host_clock()
{
    locked hold;
    if (!hand_overs)
        hand_overs = new handed_at();
    host_thread &t = this_thread();
    for (unsigned i = 0; !on_device_thread && i < std::min(t.reads, 8u); i++)
        take(t.lately[i]);
    return knows_now();
}

bool host_knows_access(unsigned number, tick time)
{
    {
        locked hold;
        host_thread &t = this_thread();
        auto s = t.seen.find(number);
        if (knows_operation(knows_now(), number) || (s != t.seen.end() && time < s->second))
            return true;
    }
    return knows_operation(host_clock(), number);
}

host_function::host_function() { in_host_function++; }
host_function::~host_function() { in_host_function--; }

/* ---- the calls by which threads do so -------------------------------------------------------- */

namespace
{

struct start {
    void *(*run)(void *);
    void *data;
    host_thread *thread;
};

void *run_thread(void *p)
{
    const start *s = (const start *)p; /* not freed: the first malloc of this thread must not get it
                                          (device_heap) */
    mine = s->thread;
    return s->run(s->data);
}

lasting<std::unordered_map<pthread_t, host_thread *>> started;

bool is_openmp(const void *caller)
{
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "omp");
}

host_thread *thread_for(const void *caller)
{
    bool shares = is_openmp(caller);
    locked hold;
    return shares ? &this_thread() : new host_thread{ knows_now(), this_thread().seen, {}, 0 };
}

} // namespace

} // namespace cpu_device::check

using namespace cpu_device::check;

/* They take the place of the C library's, also for libstdc++. The runtime's own mutexes order no
 * threads of the program: own_pthread_mutex_lock locks them (see the Makefile). */
#undef pthread_mutex_lock
#undef pthread_mutex_trylock
#undef pthread_mutex_unlock
#define REAL(name, ...) static auto real = (int (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)
#define CALL(type, place, name, before, after)                                                     \
    extern "C" int place##_##name(type *p) asm(#place #name);                                      \
    int place##_##name(type *p)                                                                    \
    {                                                                                              \
        REAL(name, type *);                                                                        \
        before;                                                                                    \
        int code = real(p);                                                                        \
        after;                                                                                     \
        return code;                                                                               \
    }
#define TAKES(type, name) CALL(type, , name, (void)0, if (code == 0) take_over(p))
#define GIVES(type, name) CALL(type, , name, hand_on(p), (void)0)
TAKES(pthread_mutex_t, pthread_mutex_lock)
TAKES(pthread_mutex_t, pthread_mutex_trylock)
GIVES(pthread_mutex_t, pthread_mutex_unlock)
TAKES(pthread_rwlock_t, pthread_rwlock_rdlock)
TAKES(pthread_rwlock_t, pthread_rwlock_wrlock)
GIVES(pthread_rwlock_t, pthread_rwlock_unlock)
TAKES(sem_t, sem_wait)
TAKES(sem_t, sem_trywait)
GIVES(sem_t, sem_post)
CALL(pthread_barrier_t, , pthread_barrier_wait, hand_on(p), take_over(p))
CALL(pthread_mutex_t, own_, pthread_mutex_lock, (void)0, (void)0)
CALL(pthread_mutex_t, own_, pthread_mutex_trylock, (void)0, (void)0)
CALL(pthread_mutex_t, own_, pthread_mutex_unlock, (void)0, (void)0)

extern "C" {

int pthread_create(pthread_t *id, const pthread_attr_t *a, void *(*run)(void *), void *data)
{
    REAL(pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    start *s = new start{ run, data, thread_for(__builtin_return_address(0)) };
    host_thread *thread = s->thread;
    int code = real(id, a, run_thread, s);
    locked hold;
    if (code == 0)
        (*started)[*id] = thread;
    return code;
}

int pthread_join(pthread_t id, void **result)
{
    REAL(pthread_join, pthread_t, void **);
    int code = real(id, result);
    locked hold;
    auto i = started->find(id);
    if (code != 0 || i == started->end())
        return code;
    join(this_thread().known, i->second->known);
    join_seen(this_thread().seen, i->second->seen);
    started->erase(i);
    return code;
}
}
