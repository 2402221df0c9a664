/* The pretend GPU: the API: launches, copies, streams, events. */
#include "pretend.h"

#include <string.h>
#include <time.h>

using namespace pretend;
using cpu_device::find_stream;

/* ---- what need not be done again ----------------------------------------------------------------
 */

/* The engine measures the same copy many times, and reads memory that nobody uses to empty the L2.
 * With an L2 of 50 MiB that would take minutes: in the model once is enough, or never, but for its
 * time. */
static struct {
    void *dst;
    const void *src;
    size_t count;
} copied; /* within the device, and nothing was written or freed since */

void pretend::forget_copy()
{
    copied = {};
}

static bool is_repeated(void *dst, const void *src, size_t count)
{
    const bool same = dst == copied.dst && src == copied.src && count == copied.count;
    copied = { dst, src, count };
    return same && asked().model;
}

/* ---- launches -----------------------------------------------------------------------------------
 */

namespace cpu_device
{
void real_submit_launch(kernel_operation *launch);
}

/* The driver loads a kernel when it is first launched. */
static void load(const cpu_device::kernel_operation *launch)
{
    static std::set<std::string> loaded;
    const double ms = asked().slow_first;
    if (!ms || !loaded.insert(std::string(launch->name) + launch->place).second)
        return;
    if (asked().model)
        return model_host(ms);
    const struct timespec pause = { (time_t)(ms / 1e3), (long)(1e6 * ms) % 1000000000 };
    nanosleep(&pause, nullptr);
}

static double threads(const cpu_device::kernel_operation *launch)
{
    const cpu_device::config &c = launch->where;
    return (double)c.grid.x * c.grid.y * c.grid.z * c.block.x * c.block.y * c.block.z;
}

/* It reads 16 bytes a thread, so that nothing else is in the L2. */
static bool flushes(const cpu_device::kernel_operation *launch)
{
    return strstr(launch->name, "flush_kernel");
}

static double kernel_ms(const cpu_device::kernel_operation *launch)
{
    for (auto &one : asked().kernels)
        if (strstr(launch->name, one.first.c_str()))
            return 1e-3 * one.second;
    if (flushes(launch))
        return threads(launch) * sizeof(float4) / asked().copy_gbs / 1e6;
    return 1e-3 * asked().kernel_us + 1e-6 * asked().kernel_ns * threads(launch);
}

void cpu_device::submit_launch(kernel_operation *launch)
{
    CUstream_st *s = find_stream(launch->where.stream);
    log("launch", launch->name, 0);
    forget_copy();
    load(launch);
    model_host(1e-3 * asked().launch_us);
    model_device(s, KERNELS, kernel_ms(launch) / model_clock() + model_write_back());
    if (flushes(launch)) {
        log("flush", "-", threads(launch) * sizeof(float4));
        if (asked().model)
            return delete launch;
    }
    if (!asked().blocking)
        return in_stream(s, [=] { real_submit_launch(launch); });
    wait_out(s);
    real_submit_launch(launch);
    wait_for_all();
    model_wait(s);
}

/* ---- copies -------------------------------------------------------------------------------------
 */

cudaError_t real_cudaMemcpy(void *dst, const void *src, size_t count, cudaMemcpyKind kind);
cudaError_t real_cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind kind,
                                 cudaStream_t stream);
cudaError_t real_cudaMemset(void *ptr, int value, size_t count);
cudaError_t real_cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream);

namespace
{

/* Where a copy goes, and what it costs. */
struct way {
    engine by;
    double ms;
    bool pageable, inside;
};

way way_of(const void *dst, const void *src, size_t count)
{
    using cpu_device::locate;
    const knobs &k = asked();
    bool to_host = locate(dst, 1) != cpu_device::device_only;
    bool from_host = locate(src, 1) != cpu_device::device_only;
    bool pageable =
        locate(dst, 1) == cpu_device::host_only || locate(src, 1) == cpu_device::host_only;
    bool inside = !to_host && !from_host;
    double gbs = inside ? k.copy_gbs / 2 : pageable ? k.pageable_gbs : k.bus_gbs;
    return { inside    ? KERNELS
             : to_host ? TO_HOST
                       : TO_DEVICE,
             (inside ? 0 : 1e-3 * k.copy_us) + (double)count / gbs / 1e6, pageable, inside };
}

/* While the clocks are cold, what the device did takes longer; with the model it already does. */
struct slowed_down {
    const bool real = asked().cold > 0 && !asked().model;
    const double began = real ? cpu_device::now() : 0;
    ~slowed_down()
    {
        static const double first = began;
        if (!real || 1e3 * (began - first) >= asked().cold)
            return;
        const double more = (cpu_device::now() - began) * (asked().cold_factor - 1);
        const struct timespec pause = { (time_t)more, (long)(1e9 * (more - (double)(time_t)more)) };
        nanosleep(&pause, nullptr);
    }
};

} // namespace

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, cudaMemcpyKind kind)
{
    CUstream_st *s = &cpu_device::default_stream;
    const way way = way_of(dst, src, count);
    log("copy", way.by == TO_HOST ? "out" : way.inside ? "inside" : "in", (double)count);
    model_device(s, way.by, way.ms);
    if (!way.inside)
        model_wait(s);
    wait_out(s);
    forget_copy();
    slowed_down hold;
    return real_cudaMemcpy(dst, src, count, kind);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    CUstream_st *s = find_stream(stream);
    const way way = way_of(dst, src, count);
    if (!s)
        return real_cudaMemcpyAsync(dst, src, count, kind, stream);
    model_host(1e-3 * asked().launch_us);
    model_device(s, way.by, way.ms);
    if (!way.inside)
        forget_copy();
    else if (is_repeated(dst, src, count))
        return cudaSuccess;
    if (!is_stopped(s) || way.pageable) {
        wait_out(s);
        if (way.pageable)
            model_wait(s);
        return real_cudaMemcpyAsync(dst, src, count, kind, stream);
    }
    in_stream(s, [=] { real_cudaMemcpyAsync(dst, src, count, kind, stream); });
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream)
{
    CUstream_st *s = find_stream(stream);
    if (!s)
        return real_cudaMemsetAsync(ptr, value, count, stream);
    log("set", "-", (double)count);
    model_host(1e-3 * asked().launch_us);
    model_device(s, KERNELS, (double)count / asked().copy_gbs / 1e6);
    model_written((double)count);
    if (!is_stopped(s))
        return real_cudaMemsetAsync(ptr, value, count, stream);
    in_stream(s, [=] { real_cudaMemsetAsync(ptr, value, count, stream); });
    return cudaSuccess;
}

cudaError_t cudaMemset(void *ptr, int value, size_t count)
{
    model_device(&cpu_device::default_stream, KERNELS, (double)count / asked().copy_gbs / 1e6);
    wait_out(&cpu_device::default_stream);
    forget_copy();
    return real_cudaMemset(ptr, value, count);
}

/* ---- waiting ------------------------------------------------------------------------------------
 */

cudaError_t real_cudaDeviceSynchronize();
cudaError_t real_cudaDeviceReset();
cudaError_t real_cudaStreamSynchronize(cudaStream_t stream);
cudaError_t real_cudaStreamQuery(cudaStream_t stream);
cudaError_t real_cudaStreamDestroy(cudaStream_t stream);
cudaError_t real_cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t real_cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data);

cudaError_t cudaDeviceSynchronize()
{
    log("wait", "-", 0);
    wait_out(nullptr);
    model_wait(nullptr);
    return real_cudaDeviceSynchronize();
}

cudaError_t cudaDeviceReset()
{
    wait_out(nullptr);
    return real_cudaDeviceReset();
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    if (const CUstream_st *s = find_stream(stream)) {
        wait_out(s);
        model_wait(s);
    }
    return real_cudaStreamSynchronize(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    const CUstream_st *s = find_stream(stream);
    return s && is_stopped(s) ? cudaErrorNotReady : real_cudaStreamQuery(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (find_stream(stream))
        wait_out(find_stream(stream));
    return real_cudaStreamDestroy(stream);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data)
{
    CUstream_st *s = find_stream(stream);
    if (!s || !fn || asked().in_order)
        return real_cudaLaunchHostFunc(stream, fn, data);
    host_function(s, [=] { fn(data); });
    return cudaSuccess;
}

/* ---- events -------------------------------------------------------------------------------------
 */

cudaError_t real_cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t real_cudaEventDestroy(cudaEvent_t event);
cudaError_t real_cudaEventSynchronize(cudaEvent_t event);
cudaError_t real_cudaEventQuery(cudaEvent_t event);
cudaError_t real_cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop);

/* The stream in which each was recorded last. */
static std::map<cudaEvent_t, CUstream_st *> recorded;

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    CUstream_st *s = find_stream(stream);
    if (!event || !s)
        return real_cudaEventRecord(event, stream);
    recorded[event] = s;
    model_record(event, s);
    if (!is_stopped(s))
        return real_cudaEventRecord(event, stream);
    in_stream(s, [=] { real_cudaEventRecord(event, stream); });
    return cudaSuccess;
}

static CUstream_st *stream_of(cudaEvent_t event)
{
    auto found = recorded.find(event);
    return found == recorded.end() ? &cpu_device::default_stream : found->second;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    CUstream_st *s = find_stream(stream);
    if (!s || !event)
        return real_cudaStreamWaitEvent(stream, event, flags);
    model_wait_event(s, event);
    if (!is_stopped(s) && !is_stopped(stream_of(event)))
        return real_cudaStreamWaitEvent(stream, event, flags);
    in_stream(s, [=] { real_cudaStreamWaitEvent(stream, event, flags); });
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    if (event) {
        wait_out(stream_of(event));
        model_wait_event(nullptr, event);
    }
    return real_cudaEventSynchronize(event);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return event && is_stopped(stream_of(event)) ? cudaErrorNotReady : real_cudaEventQuery(event);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (event)
        wait_out(stream_of(event));
    recorded.erase(event);
    return real_cudaEventDestroy(event);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop)
{
    cudaError_t error = real_cudaEventElapsedTime(ms, start, stop);
    if (error == cudaSuccess && asked().model)
        *ms = (float)model_elapsed(start, stop);
    return error;
}
