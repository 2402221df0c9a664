/* CPU device: the API: streams that are captured. What a captured stream is given is not queued but
 * kept, in the order of the calls, for a graph; and most other calls are refused, as CUDA does. */
#include <algorithm>
#include "runtime.h"

namespace cpu_device
{

std::atomic<int> captures_under_way;

static std::vector<std::shared_ptr<capture>> captures; /* the same; under host_lock */

/* No stream belongs to it any more; its events still know it. */
static void end_capture(const std::shared_ptr<capture> &c)
{
    for (CUstream_st *s : c->streams)
        s->captured = nullptr;
    c->over = true;
    captures.erase(std::remove(captures.begin(), captures.end(), c), captures.end());
    captures_under_way--;
}

void forget_captured(CUstream_st *s)
{
    host_turn turn(host_lock);
    if (auto c = s->captured)
        end_capture(c);
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* Says once for each text why `call` is refused; what is captured is lost, and ending it says so.
 */
static cudaError_t refuse(cudaError_t error, const char *words, const char *call, capture *lost)
{
    static auto *said = new std::set<std::string>();
    if (said->insert(words).second)
        fprintf(stderr, _("CPU device: %s: %s\n"), call, _(words));
    if (lost)
        lost->lost = true;
    return result(error);
}

static std::shared_ptr<capture> of_blocking_stream()
{
    for (auto &c : captures)
        for (const CUstream_st *s : c->streams)
            if (!(s->flags & cudaStreamNonBlocking))
                return c;
    return nullptr;
}

cudaError_t refuse_use(const CUstream_st *s, const char *call)
{
    host_turn turn(host_lock);
    if (s->captured && s->captured->lost)
        return result(cudaErrorStreamCaptureInvalidated);
    auto c = s == &default_stream ? of_blocking_stream() : nullptr;
    if (!c)
        return cudaSuccess;
    return refuse(cudaErrorStreamCaptureImplicit,
                  "uses the default stream, which waits for a stream that is being captured; the "
                  "capture is lost. Use the captured stream, or make it with cudaStreamNonBlocking",
                  call, c.get());
}

cudaError_t refuse_wait(const CUstream_st *s, const char *call)
{
    host_turn turn(host_lock);
    if (s == &default_stream)
        if (cudaError_t error = refuse_use(s, call))
            return error;
    auto c = s ? s->captured : captures.empty() ? nullptr : captures.front();
    if (!c)
        return refuse_unsafe(call); /* for another stream, or an event, of no capture */
    return refuse(cudaErrorStreamCaptureUnsupported,
                  "a stream is being captured: its work is kept and does not run yet, so there is "
                  "nothing to wait for; the capture is lost. Wait after cudaGraphLaunch",
                  call, c.get());
}

cudaError_t refuse_unsafe(const char *call)
{
    host_turn turn(host_lock);
    for (auto &c : captures)
        if (c->mode == cudaStreamCaptureModeGlobal ||
            (c->mode == cudaStreamCaptureModeThreadLocal &&
             pthread_equal(c->thread, pthread_self())))
            return refuse(cudaErrorStreamCaptureUnsupported,
                          "a stream is being captured, and a graph cannot repeat this call; the "
                          "capture is lost. Call it before cudaStreamBeginCapture",
                          call, c.get());
    return cudaSuccess;
}

cudaError_t refuse_captured(const CUstream_st *s, const char *call)
{
    if (!s->captured)
        return cudaSuccess;
    host_turn turn(host_lock);
    return refuse(cudaErrorNotSupported,
                  "not available on the CPU device in a stream that is being captured; the capture "
                  "is lost",
                  call, s->captured.get());
}

cudaError_t refuse_event(const CUevent_st *event, bool waits, const char *call)
{
    capture *c = event->captured.get();
    if (!c && !captures_under_way)
        return cudaSuccess;
    host_turn turn(host_lock);
    if (!c)
        return waits ? refuse_unsafe(call) : cudaSuccess;
    return refuse(c->over ? cudaErrorInvalidValue : cudaErrorCapturedEvent,
                  "the event was recorded in a stream that was being captured: it orders the "
                  "graph's work and is never reached, so it has no time and nobody can wait for it",
                  call, waits ? c : nullptr);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

static size_t branch_of(const capture &c, const CUstream_st *s)
{
    return (size_t)(std::find(c.streams.begin(), c.streams.end(), s) - c.streams.begin());
}

static void keep(CUstream_st *s, operation *o, size_t after)
{
    capture &c = *s->captured;
    const void *from = nullptr;
#ifdef CPU_DEVICE_CHECK
    from = check::on_captured();
#endif
    std::shared_ptr<operation> what(o);
    c.nodes.push_back({ what, branch_of(c, s), after, from, std::make_shared<unsigned>(0) });
}

void keep_captured(CUstream_st *s, operation *o)
{
    host_turn turn(host_lock);
    keep(s, o, no_node);
}

void record_captured(CUstream_st *s, CUevent_st *event)
{
    host_turn turn(host_lock);
    keep(s, nullptr, no_node);
    event->captured = s->captured;
    event->node = s->captured->nodes.size() - 1;
}

cudaError_t wait_captured(CUstream_st *s, CUevent_st *event)
{
    host_turn turn(host_lock);
    auto &c = event->captured;
    if (!c && !event->number)
        return cudaSuccess; /* never recorded */
    if (!c)
        return refuse(cudaErrorStreamCaptureIsolation,
                      "a stream that is being captured cannot wait for an event that was recorded "
                      "outside of the capture; the capture is lost. Record it in the capture",
                      "cudaStreamWaitEvent", s->captured.get());
    if (c->over)
        return refuse_event(event, true, "cudaStreamWaitEvent");
    if (s->captured && s->captured != c) {
        s->captured->lost = c->lost = true;
        return result(cudaErrorStreamCaptureMerge);
    }
    if (!s->captured) { /* it joins the capture */
        s->captured = c;
        c->streams.push_back(s);
    }
    keep(s, nullptr, event->node);
    return cudaSuccess;
}

/* Does the first stream wait, at the end, for all that the others do? */
static bool is_joined(const graph_nodes &nodes)
{
    std::vector<char> needed(nodes.size()); /* by the end of the first stream */
    std::set<size_t> branches = { 0 };      /* from whose node on, going back, all is needed */
    for (size_t i = nodes.size(); i-- > 0;) {
        const graph_node &n = nodes[i];
        if (needed[i])
            branches.insert(n.branch);
        if (!branches.count(n.branch)) {
            if (n.what)
                return false;
        } else if (n.after != no_node) {
            needed[n.after] = true;
        }
    }
    return true;
}

} // namespace cpu_device

using namespace cpu_device;

/* ---- the API --------------------------------------------------------------------------------- */

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!s || (unsigned)mode > cudaStreamCaptureModeRelaxed)
        return result(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    host_turn turn(host_lock);
    if (s == &default_stream)
        return refuse(cudaErrorStreamCaptureUnsupported,
                      "the default stream cannot be captured: make one with cudaStreamCreate",
                      "cudaStreamBeginCapture", nullptr);
    if (s->captured)
        return result(cudaErrorIllegalState);
    s->captured = std::make_shared<capture>();
    s->captured->streams.push_back(s);
    s->captured->mode = mode;
    s->captured->thread = pthread_self();
    captures.push_back(s->captured);
    captures_under_way++;
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    host_turn turn(host_lock);
    if (graph) /* without it the capture ends all the same */
        *graph = nullptr;
    auto c = s->captured;
    if (!c)
        return result(cudaErrorIllegalState);
    if (s != c->streams[0]) {
        c->lost = true;
        return result(cudaErrorStreamCaptureUnmatched);
    }
    if (c->mode != cudaStreamCaptureModeRelaxed && !pthread_equal(c->thread, pthread_self()))
        return result(cudaErrorStreamCaptureWrongThread);
    end_capture(c);
    if (c->lost)
        return result(cudaErrorStreamCaptureInvalidated);
    if (!is_joined(c->nodes))
        return refuse(cudaErrorStreamCaptureUnjoined,
                      "another stream has work in the capture for which this one does not wait: "
                      "record an event in that stream, and let this one wait for it",
                      "cudaStreamEndCapture", nullptr);
    if (graph) {
        *graph = new CUgraph_st{ c->nodes, c->streams.size() };
        CPU_DEVICE_HOOK(on_object(*graph, "graph"));
    }
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status)
{
    CUstream_st *s = find_stream(stream);
    if (!s || !status)
        return result(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    host_turn turn(host_lock);
    if (s == &default_stream && of_blocking_stream())
        return result(cudaErrorStreamCaptureImplicit);
    *status = !s->captured        ? cudaStreamCaptureStatusNone
              : s->captured->lost ? cudaStreamCaptureStatusInvalidated
                                  : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}
