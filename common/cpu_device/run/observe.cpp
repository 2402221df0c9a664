/* CPU device: what it tells of a program, and what it does to test one; see include/observe.h. */
#ifdef CPU_DEVICE_TRAFFIC
#include <execinfo.h>
#include <stdio.h>
#include "lines.h"
#endif
#include "runtime.h"

namespace cpu_device
{

/* ---- the calls of the program ---------------------------------------------------------------- */

static std::mutex calls_lock; /* a thread that has it takes no other */
static struct cpu_device_counts counts;
static std::vector<cpu_device_call> calls;
static bool calls_are_listed;

void count_call(long cpu_device_counts::*what)
{
    std::lock_guard<std::mutex> hold(calls_lock);
    counts.*what += 1;
}

cudaError_t counted(long cpu_device_counts::*what, cudaError_t error, const void *stream,
                    const char *name)
{
    if (error != cudaSuccess)
        return error;
    count_call(what);
    if (what == &cpu_device_counts::synchronizes)
        list_call(CALL_WAIT, stream, name);
    return error;
}

void list_call(cpu_device_call call)
{
    std::lock_guard<std::mutex> hold(calls_lock);
    if (!calls_are_listed)
        return;
    if (call.stream == cudaStreamLegacy) /* another name of the default stream */
        call.stream = nullptr;
#ifdef CPU_DEVICE_TRAFFIC
    backtrace((void **)call.code, sizeof call.code / sizeof *call.code);
#endif
    calls.push_back(call);
}

void list_call(cpu_device_called what, const void *stream, const char *name)
{
    list_call({ what, stream, nullptr, nullptr, 0, 0, 0, 0, name, {}, {}, {} });
}

void list_launch(cpu_device_called what, const config &c)
{
    list_call({ what,
                c.stream,
                nullptr,
                nullptr,
                0,
                0,
                0,
                0,
                "<<<",
                {},
                { c.grid.x, c.grid.y, c.grid.z },
                { c.block.x, c.block.y, c.block.z } });
}

void name_call(const char *name)
{
    std::lock_guard<std::mutex> hold(calls_lock);
    if (calls_are_listed && !calls.empty())
        calls.back().name = name;
}

/* ---- streams that are held back -------------------------------------------------------------- */

std::recursive_mutex host_lock;

struct held_operation {
    CUstream_st *stream;
    operation *o;
    CUevent_st *event;
};

static const CUstream_st *held_stream; /* null: none */
static bool hold_every_stream;
static long hold_nth = -1; /* the n-th stream that gets an operation; -1: none */
static std::set<const CUstream_st *> streams_seen;
static std::vector<held_operation> held;

/* Streams and events that a query found not done since something was queued, and when first. */
static std::map<const void *, double> asked_in_vain;
static const double patience = 0.1; /* seconds until queries release what they ask for */

bool is_held_back(const CUstream_st *s) { return hold_every_stream || s == held_stream; }

/* The first `count` operations. */
static void queue_held(size_t count)
{
    auto end = held.begin() + (long)count;
    std::vector<held_operation> first(held.begin(), end);
    held.erase(held.begin(), end);
    for (auto &one : first) {
        one.stream->last = queue(one.o);
        if (one.event)
            one.event->number = one.stream->last;
    }
}

/* The default stream and those that are not cudaStreamNonBlocking wait for each other. */
static bool is_bound_to(const CUstream_st *a, const CUstream_st *b)
{
    return a == b || (a == &default_stream && !b->flags) || (b == &default_stream && !a->flags);
}

/* How many operations must run for the stream or the event: all up to the last that it needs. */
static size_t held_for(const CUstream_st *concerned, const CUevent_st *event)
{
    size_t count = 0;
    for (size_t i = 0; i < held.size(); i++)
        if ((event && held[i].event == event) ||
            (concerned && is_bound_to(concerned, held[i].stream)))
            count = i + 1;
    return count;
}

void release(const CUstream_st *concerned, const CUevent_st *event)
{
    host_turn turn(host_lock);
    if (size_t count = held_for(concerned, event))
        queue_held(count);
}

void release_all()
{
    host_turn turn(host_lock);
    queue_held(held.size());
}

bool hold_back(CUstream_st *s, operation *o, CUevent_st *event)
{
    host_turn turn(host_lock);
    asked_in_vain.clear();
    if (hold_nth >= 0 && streams_seen.insert(s).second && (long)streams_seen.size() == hold_nth + 1)
        held_stream = s;
    if (is_held_back(s))
        held.push_back({ s, o, event });
    return is_held_back(s);
}

void forget_held(const CUstream_st *s)
{
    held_stream = s == held_stream ? nullptr : held_stream;
    for (auto &one : held)
        one.stream = one.stream == s ? &default_stream : one.stream;
}

void forget_held(const CUevent_st *event)
{
    host_turn turn(host_lock);
    for (auto &one : held)
        one.event = one.event == event ? nullptr : one.event;
}

cudaError_t query(const CUstream_st *s, const CUevent_st *event)
{
    const void *whom = s ? (const void *)s : event;
    host_turn turn(host_lock);
    auto asked = asked_in_vain.find(whom);
    bool is_new = asked == asked_in_vain.end();
    if (!is_new && now() - asked->second > patience)
        release(s, event);
    const unsigned long long number = s ? s->last : event->number;
    bool ready = !held_for(s, event);
#ifdef CPU_DEVICE_CHECK /* all is done: a program that ignores the answer learns nothing */
    ready &= !is_new || check::host_has_waited(number);
#endif
    if (!ready || !is_done(number)) {
        if (is_new)
            asked_in_vain[whom] = now();
        return cudaErrorNotReady;
    }
    if (!is_new)
        list_call(CALL_WAIT);
    asked_in_vain.erase(whom);
    return cudaSuccess;
}

/* ---- kernels that are left out, pinned memory that is refused -------------------------------- */

static int before_left_out, left_out; /* kernels to come: how many run, how many then do not */

bool leave_out()
{
    host_turn turn(host_lock);
    if (left_out == 0 || before_left_out-- > 0)
        return false;
    left_out--;
    return true;
}

static bool no_more_pinned;

bool refuse_pinned() { return no_more_pinned; }

} // namespace cpu_device

using namespace cpu_device;

/* ---- observe.h ------------------------------------------------------------------------------- */

extern "C" struct cpu_device_counts cpu_device_counts()
{
    std::lock_guard<std::mutex> hold(calls_lock);
    return counts;
}

extern "C" void cpu_device_list_calls()
{
    std::lock_guard<std::mutex> hold(calls_lock);
    calls.clear();
    calls_are_listed = true;
}

extern "C" const struct cpu_device_call *cpu_device_calls(int *count)
{
    calls_are_listed = false;
    *count = (int)calls.size();
    return calls.data();
}

#ifdef CPU_DEVICE_TRAFFIC
extern "C" void cpu_device_call_line(const struct cpu_device_call *call, char line[256])
{
    lines_of_source lines;
    std::vector<const void *> code;
    for (const void *address : call->code)
        if (address)
            code.push_back((const char *)address - 1);
    resolve(code, lines);
    *line = '\0';
    for (const void *address : code)
        if (!*line && lines.count(address))
            snprintf(line, 256, "%s", lines[address].c_str());
}
#endif

extern "C" void cpu_device_hold_back(const void *stream)
{
    host_turn turn(host_lock);
    long nth = -3 - (long)(intptr_t)stream; /* see NTH_STREAM */
    release_all();
    streams_seen.clear();
    hold_every_stream = stream == EVERY_STREAM;
    hold_nth = nth >= 0 && nth < 64 ? nth : -1;
    held_stream = stream == NO_STREAM || stream == EVERY_STREAM || hold_nth >= 0
                      ? nullptr
                      : find_stream((cudaStream_t)stream);
}

extern "C" void cpu_device_leave_out(int first, int count)
{
    host_turn turn(host_lock);
    before_left_out = first;
    left_out = count;
}

extern "C" void cpu_device_refuse_pinned(int on) { no_more_pinned = on; }
