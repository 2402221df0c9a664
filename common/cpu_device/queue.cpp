/* CPU device: its queue. One thread of its own does launches, copies, events and callbacks, in the
 * order in which they were queued, whatever their stream: an order that CUDA allows, in which
 * nothing overlaps. */
#include <pthread.h>
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
    ((device *)d)->loop();
    return nullptr;
}

device::device()
{
    catch_signals();
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 20); /* __shared__ variables lie there, too */
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
        CPU_DEVICE_HOOK(on_operation());
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
#ifdef CPU_DEVICE_CHECK /* at once, and the host knows no sooner: an order of things without luck  \
                         */
    if (!pthread_equal(pthread_self(), d.thread))
        d.idle.wait(hold, [&] { return d.finished >= number; });
#endif
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
    CPU_DEVICE_HOOK(on_host_waits(number));
}

bool is_done(unsigned long long number)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    CPU_DEVICE_HOOK(on_host_waits(number));
    return d.finished >= number;
}

static CUstream_st default_stream;

CUstream_st *find_stream(cudaStream_t stream)
{
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        return &default_stream;
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    return d.streams.count(stream) ? stream : nullptr;
}

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
    CPU_DEVICE_HOOK(turn hold);
    CPU_DEVICE_HOOK(on_stream(s, s == find_stream(0), !s->flags));
    s->last = submit(launch);
}

int register_kernel(const void *kernel, untyped_launch launch)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    d.kernels[kernel] = launch;
    return 0;
}

} // namespace cpu_device

using namespace cpu_device;

/* ---- the API: streams and events ------------------------------------------------------------ */

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
    CPU_DEVICE_HOOK(on_object(*stream, "stream"));
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
    CPU_DEVICE_HOOK(on_object_gone(stream));
    CPU_DEVICE_HOOK(on_stream_gone(stream));
    delete stream; /* what it has queued still runs */
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
#ifdef CPU_DEVICE_CHECK /* all is done already */
    if (s == &default_stream) {
        check::on_host_waits_for_all(false);
        return sticky();
    }
#endif
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
    CUstream_st *s = find_stream(stream);
    if (!event || !s)
        return result(cudaErrorInvalidResourceHandle);
    CPU_DEVICE_HOOK(on_stream_waits(s, event->number));
    return cudaSuccess; /* one queue: its turn is after the event's */
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned)
{
    REFUSE_AFTER_FAULT();
    if (!callback)
        return result(cudaErrorInvalidValue);
    return enqueue(stream, false, [=] {
        CPU_DEVICE_HOOK(host_function hold);
        callback(stream, cudaSuccess, data);
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data)
{
    REFUSE_AFTER_FAULT();
    if (!fn)
        return result(cudaErrorInvalidValue);
    return enqueue(stream, false, [=] {
        CPU_DEVICE_HOOK(host_function hold);
        fn(data);
    });
}

cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!event || flags > 7)
        return result(cudaErrorInvalidValue);
    *event = new CUevent_st{ flags, 0, nullptr };
    CPU_DEVICE_HOOK(on_object(*event, "event"));
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
    CPU_DEVICE_HOOK(on_object_gone(event));
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
    CPU_DEVICE_HOOK(turn hold);
    CPU_DEVICE_HOOK(on_stream(s, s == &default_stream, !s->flags));
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

/* ---- the API: kernels by address ------------------------------------------------------------ */

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

cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) { return sticky(); }

cudaError_t cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig) { return sticky(); }

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int block_size, size_t shared_bytes)
{
    if (!blocks || !kernel || block_size <= 0)
        return result(kernel ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
    size_t by_threads = 1024 / (((size_t)block_size + 31) / 32 * 32), by_blocks = 16;
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
