/* CPU device: the device's queue. A thread of its own does launches, copies, events and callbacks,
 * in the order in which they were queued, whatever their stream: an order that CUDA allows, in
 * which nothing overlaps. */
#include <pthread.h>
#include <algorithm>
#include "runtime.h"

namespace cpu_device
{

static const size_t queue_limit = 1024; /* as on a GPU, a host that is far ahead waits */

device &the_device()
{
    static device *d = new device(); /* never destroyed: its thread may outlive main */
    return *d;
}

static void *device_thread(void *d)
{
    use_key(true);
    ((device *)d)->loop();
    return nullptr;
}

device::device()
{
    catch_signals();
    start_watchdog();
    make_key();
    open = has_key();
#ifdef CPU_DEVICE_CHECK
    open = true;
#endif
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 20); /* __shared__ variables lie there as well */
    if (pthread_create(&thread, &attributes, device_thread, this)) {
        fprintf(stderr, _("CPU device: cannot start its thread\n"));
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
        CPU_DEVICE_HOOK(on_operation());
        if (!fault_code)
            o->run();
        delete o;
        hold.lock();
        if (++finished >= awaited) { /* not every time: waking a thread takes as long as a launch */
            awaited = ~0ull;
            hold.unlock();
            done.notify_all();
            hold.lock();
        }
    }
}

void device::wait(std::unique_lock<std::mutex> &hold, unsigned long long number)
{
    while (finished < number) {
        awaited = std::min(awaited, number);
        done.wait(hold);
    }
}

unsigned long long queue(operation *o)
{
    device &d = the_device();
    std::unique_lock<std::mutex> hold(d.lock);
    if (d.queued - d.finished >= queue_limit)
        d.wait(hold, d.queued - queue_limit / 2);
    (d.last ? d.last->next : d.first) = o;
    d.last = o;
    unsigned long long number = ++d.queued;
    if (d.sleeping)
        d.work.notify_one();
#ifdef CPU_DEVICE_CHECK /* done before the host goes on: the same order in every run */
    if (!pthread_equal(pthread_self(), d.thread))
        d.wait(hold, number);
#endif
    return number;
}

/* When no operation is left, device memory is closed to the host: touching it is a fault then, as
 * with a GPU's memory. */
void wait_for(unsigned long long number)
{
    device &d = the_device();
    std::unique_lock<std::mutex> hold(d.lock);
    d.wait(hold, number);
    if (d.open && !d.host_let_in && !has_key() && d.queued == d.finished)
        open_memory(d.open = false);
    report_dropped();
    CPU_DEVICE_HOOK(on_host_waits(number));
}

bool is_done(unsigned long long number)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    CPU_DEVICE_HOOK(on_host_waits(number));
    return d.finished >= number;
}

/* Thrust's algorithms run on the host and work on device memory: after all operations before them
 * are done; and from then on that memory stays open. */
void let_host_in()
{
    device &d = the_device();
    if (self || pthread_equal(pthread_self(), d.thread))
        return;
    std::unique_lock<std::mutex> hold(d.lock);
    d.wait(hold, d.queued);
    d.host_let_in = true;
    CPU_DEVICE_HOOK(on_host_let_in());
    open_to_all();
    if (!d.open)
        open_memory(d.open = true);
}

/* ---- streams --------------------------------------------------------------------------------- */

CUstream_st default_stream;
static thread_local CUstream_st stream_of_thread; /* cudaStreamPerThread */

CUstream_st *find_stream(cudaStream_t stream)
{
    if (!stream || stream == cudaStreamLegacy)
        return &default_stream;
    if (stream == cudaStreamPerThread)
        return &stream_of_thread;
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    if (d.streams.count(stream))
        return stream;
    static bool said;
    if (!std::exchange(said, true))
        fputs(_("CPU device: a stream is used that was destroyed or never created: with a GPU the "
                "program may end there (Segmentation fault)\n"),
              stderr);
    return nullptr;
}

} // namespace cpu_device
