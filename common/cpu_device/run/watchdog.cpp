/* CPU device: the watchdog: names a kernel that runs for long. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include "runtime.h"

namespace cpu_device
{

std::atomic<unsigned long long> blocks_done;

namespace
{

struct {
    std::atomic<const kernel_operation *> launch;
    std::atomic<bool> looking; /* at the launch, which must not go away meanwhile */
    std::atomic<double> began;
} watched;

double patience() /* seconds; tests shorten it */
{
    const char *s = getenv("CPU_DEVICE_PATIENCE");
    double seconds = s ? atof(s) : 0;
    return seconds > 0 ? seconds : 20;
}

/* Seconds of the CPU after which a kernel ends the program: for a check of a lab, whose kernels are
 * small. 0: never. A busy machine gives no CPU time, and so makes no kernel late. */
double limit()
{
    const char *s = getenv("CPU_DEVICE_LIMIT");
    return s ? atof(s) : 0;
}

double cpu_seconds()
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Has every block that has begun done nothing but wait, since the look before the last one? */
bool all_wait()
{
    static unsigned long long progress;
    static int looks;
    unsigned blocks = waiting.blocks.exchange(0);
    bool wait = blocks && blocks == waiting.running && progress == waiting.progress;
    progress = waiting.progress;
    waiting.look++;
    looks = wait ? looks + 1 : 0;
    return looks >= 2;
}

void say_all_wait(const kernel_operation *launch)
{
    const char *place = waiting.place;
    std::string at = place ? say(_(" at %s"), place) : "";
    fprintf(
        stderr,
        _("CPU device: %s: every block that has begun waits%s, and none can end. Blocks begin "
          "here in order, when a CPU thread is free, and kernels one after the other: a wait for a "
          "later block or for another stream's kernel never ends. On a GPU it ends only if all are "
          "there at once, which cudaLaunchCooperativeKernel asks for. Ctrl-C ends it.\n"),
        launch_words(launch->name, launch->place, launch->where).text, at.c_str());
}

void *watch(void *)
{
    double next = 0, began = 0, cpu_began = 0;
    const double most = limit();
    bool told = false;
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
            cpu_began = cpu_seconds();
            next = first;
            told = false;
        }
        if (all_wait() && !told) {
            say_all_wait(launch);
            told = true;
        }
        if (most > 0 && cpu_seconds() - cpu_began > most)
            kill(getpid(), SIGXCPU);
        if (now() - began < next)
            continue;
        const config &c = launch->where;
        char blocks[64] = "";
#ifndef CPU_DEVICE_CHECK
        snprintf(blocks, sizeof blocks, _(", %llu of %llu blocks are done"),
                 (unsigned long long)blocks_done,
                 (unsigned long long)c.grid.x * c.grid.y * c.grid.z);
#endif
        fprintf(stderr,
                _("CPU device: %s, has run for %.*f s%s. Is it only large, does each thread do the "
                  "work of all, or does one wait for what never comes? Ctrl-C ends it.\n"),
                launch_words(launch->name, launch->place, c).text, first < 1, next, blocks);
        next *= 3;
    }
    return nullptr;
}

} // namespace

watched_launch::watched_launch(const kernel_operation *launch) : began(now())
{
    watched.began.store(began, std::memory_order_relaxed);
    blocks_done.store(0, std::memory_order_relaxed);
    waiting.place.store(nullptr, std::memory_order_relaxed);
    watched.launch.store(launch, std::memory_order_release);
}

watched_launch::~watched_launch()
{
    watched.launch = nullptr;
    while (watched.looking)
        sched_yield();
}

void start_watchdog()
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    /* In the bug finder's build all thread-local variables, also __shared__ ones, lie on it. */
    pthread_attr_setstacksize(&attributes, 4 << 20);
    if (!pthread_create(&thread, &attributes, watch, nullptr))
        pthread_detach(thread);
}

} // namespace cpu_device
