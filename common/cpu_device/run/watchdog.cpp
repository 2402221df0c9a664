/* CPU device: the watchdog: names a kernel that runs for long. */
#include <pthread.h>
#include <sched.h>
#include <time.h>
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
        snprintf(blocks, sizeof blocks, _(", %llu of %llu blocks are done"),
                 (unsigned long long)blocks_done,
                 (unsigned long long)c.grid.x * c.grid.y * c.grid.z);
#endif
        fprintf(
            stderr,
            _("CPU device: %s, has run for %.*f s%s. Is it only large, or does a thread wait for "
              "what never comes? Ctrl-C ends it.\n"),
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
    pthread_attr_setstacksize(&attributes, 256 << 10);
    if (!pthread_create(&thread, &attributes, watch, nullptr))
        pthread_detach(thread);
}

} // namespace cpu_device
