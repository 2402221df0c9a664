/* CPU device: streams and events. */
#include "runtime.h"

namespace cpu_device
{

void submit(CUstream_st *s, operation *o, CUevent_st *event)
{
    if (s->captured)
        return keep_captured(s, o);
    CPU_DEVICE_HOOK(on_stream(s, s == &default_stream, !s->flags));
    submit_known(s, o, event);
}

void submit_known(CUstream_st *s, operation *o, CUevent_st *event)
{
    if (hold_back(s, o, event))
        return;
    release(s);
    s->last = queue(o);
    if (event)
        event->number = s->last;
}

cudaError_t wait_for_all()
{
    device &d = the_device();
    unsigned long long number;
    release_all();
    {
        std::lock_guard<std::mutex> hold(d.lock);
        number = d.queued;
    }
    wait_for(number);
    CPU_DEVICE_HOOK(on_host_waits_for_all());
    return sticky();
}

} // namespace cpu_device

using namespace cpu_device;

/* Was it created, and not destroyed? */
static bool is_event(cudaEvent_t event)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    if (d.events.count(event))
        return true;
    static bool said;
    if (event && !std::exchange(said, true))
        fputs(_("CPU device: an event is used that was destroyed or never created: with a GPU the "
                "program may end there (Segmentation fault)\n"),
              stderr);
    return false;
}

/* ---- streams --------------------------------------------------------------------------------- */

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
    count_call(&cpu_device_counts::streams);
    list_call(CALL_CREATE);
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
    host_turn turn(host_lock);
    forget_held(stream);
    std::lock_guard<std::mutex> hold(d.lock);
    if (!stream || !d.streams.erase(stream))
        return result(cudaErrorInvalidResourceHandle);
    forget_captured(stream);
    CPU_DEVICE_HOOK(on_object_gone(stream));
    CPU_DEVICE_HOOK(on_stream_gone(stream));
    list_call(CALL_DESTROY);
    delete stream; /* its operations are in the queue and still run */
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_wait(s));
#ifdef CPU_DEVICE_CHECK /* all operations are done already */
    if (s == &default_stream) {
        check::on_host_waits_for_all(false);
        return counted(&cpu_device_counts::synchronizes, sticky());
    }
#endif
    release(s);
    wait_for(s->last);
    return counted(&cpu_device_counts::synchronizes, sticky(), stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_wait(s));
    return query(s, nullptr);
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
    if (!is_event(event) || !s)
        return result(cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_use(s));
    if (s->captured || event->captured)
        return wait_captured(s, event);
    if (!is_held_back(s))
        release(nullptr, event);
    list_call({ CALL_EVENT, stream, nullptr, event, 0, 0, 0, 0, "", {}, {}, {} });
    CPU_DEVICE_HOOK(on_stream_waits(s, event->number));
    /* whoever waits for the stream waits for the event as well */
    return enqueue(stream, false, [] {});
}

/* ---- functions of the host that run in a stream ---------------------------------------------- */

/* While it lives, a function of the host runs in a stream, which must not touch device memory. */
struct memory_closed {
    memory_closed() { open(false); }
    ~memory_closed() { open(true); }
    static void open(bool open)
    {
        if (!the_device().host_let_in)
            open_memory(open);
    }
};

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!callback || !s)
        return result(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(s->captured ? refuse_wait(s) : cudaSuccess);
    return enqueue(stream, false, [=] {
        CPU_DEVICE_HOOK(host_function hold);
        memory_closed closed;
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
        memory_closed closed;
        fn(data);
    });
}

/* ---- events ---------------------------------------------------------------------------------- */

cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!event || flags > 7)
        return result(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    *event = new CUevent_st{ flags, 0, nullptr };
    d.events.insert(*event);
    list_call(CALL_CREATE);
    CPU_DEVICE_HOOK(on_object(*event, "event"));
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    return cudaEventCreate(event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!is_event(event))
        return result(cudaErrorInvalidResourceHandle);
    release(nullptr, event);
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    d.events.erase(event);
    CPU_DEVICE_HOOK(on_object_gone(event));
    list_call(CALL_DESTROY);
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!is_event(event) || !s)
        return result(cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_use(s));
    if (s->captured) {
        record_captured(s, event);
        return cudaSuccess;
    }
    event->captured = nullptr;
    auto seconds = std::make_shared<double>(0.0);
    forget_held(event);
    list_call({ CALL_EVENT, stream, event, nullptr, 0, 0, 0, 0, "", {}, {}, {} });
    CPU_DEVICE_HOOK(turn hold);
    event->seconds = seconds;
    auto record = [=] { *seconds = now(); };
    submit(s, new function_operation<decltype(record)>(record), event);
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned)
{
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    REFUSE_AFTER_FAULT();
    if (!is_event(event))
        return result(cudaErrorInvalidResourceHandle);
    if (cudaError_t error = refuse_event(event, true))
        return error;
    return query(nullptr, event);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    if (!is_event(event))
        return result(cudaErrorInvalidResourceHandle);
    if (cudaError_t error = refuse_event(event, true))
        return error;
    release(nullptr, event);
    wait_for(event->number);
    return counted(&cpu_device_counts::synchronizes, sticky());
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop)
{
    REFUSE_AFTER_FAULT();
    if (!ms)
        return result(cudaErrorInvalidValue);
    if (!is_event(start) || !is_event(stop))
        return result(cudaErrorInvalidResourceHandle);
    for (const CUevent_st *event : { start, stop })
        if (cudaError_t error = refuse_event(event, false))
            return error;
    release(nullptr, start);
    release(nullptr, stop);
    if (!start->number || !stop->number || ((start->flags | stop->flags) & cudaEventDisableTiming))
        return result(cudaErrorInvalidResourceHandle);
#ifdef CPU_DEVICE_CHECK /* all is done; on a GPU a program that has not waited may ask too early   \
                         */
    if (query(nullptr, start) != cudaSuccess || query(nullptr, stop) != cudaSuccess)
        return result(cudaErrorNotReady);
#endif
    if (!is_done(start->number) || !is_done(stop->number))
        return result(cudaErrorNotReady);
    *ms = (float)((*stop->seconds - *start->seconds) * 1e3);
    return cudaSuccess;
}
