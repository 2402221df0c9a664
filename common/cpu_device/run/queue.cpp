/* CPU device: its queue. One thread of its own does launches, copies, events and callbacks, in the
 * order in which they were queued, whatever their stream: an order that CUDA allows, in which
 * nothing overlaps. */
#include <pthread.h>
#include <algorithm>
#include "runtime.h"

namespace cpu_device
{

static const size_t shared_usual = 48 * 1024; /* bytes of a block, */
static const size_t shared_optin = 64 * 1024; /* and if its kernel asks for them */
static const size_t queue_limit = 1024;       /* as on a GPU, a host that is far ahead waits */

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
    start_watchdog();
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
        if (++finished >= awaited) { /* not each time: waking a thread takes longer than a launch */
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

static CUstream_st default_stream;
static thread_local CUstream_st stream_of_thread; /* cudaStreamPerThread */

static unsigned long long queue(operation *o)
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
#ifdef CPU_DEVICE_CHECK /* at once, and the host knows no sooner: an order of things without luck  \
                         */
    if (!pthread_equal(pthread_self(), d.thread))
        d.wait(hold, number);
#endif
    return number;
}

/* The host may have several threads; what follows is theirs together. Taken before device::lock. */
static std::recursive_mutex host_lock;
typedef std::lock_guard<std::recursive_mutex> host_turn;

/* Streams and events that a query found not done since something was queued, and when first. */
static std::map<const void *, double> asked_in_vain;

/* ---- a stream that is held back ------------------------------------------------------------- */

struct held_operation {
    CUstream_st *stream;
    operation *o;
    CUevent_st *event;
};

static const CUstream_st *held_stream; /* null: none, */
static bool hold_every_stream;         /* or all, */
static long hold_nth = -1;             /* or the one that comes after so many others: */
static std::set<const CUstream_st *> streams_seen;
static std::vector<held_operation> held;
static const double patience = 0.1; /* seconds that a query finds what is held back not done */

/* The first `count` of them. */
static void queue_held(size_t count = ~(size_t)0)
{
    auto end = held.begin() + (long)std::min(count, held.size());
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

/* How many of the first must run: what comes after the last one that is needed stays behind. */
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

/* Keeps the operation back if its stream is slow; false: it is for the caller to queue. */
static bool keep_back(CUstream_st *s, operation *o, CUevent_st *event)
{
    host_turn turn(host_lock);
    asked_in_vain.clear();
    if (hold_nth >= 0 && streams_seen.insert(s).second && (long)streams_seen.size() == hold_nth + 1)
        held_stream = s;
    if (hold_every_stream || s == held_stream)
        held.push_back({ s, o, event });
    return hold_every_stream || s == held_stream;
}

void submit(CUstream_st *s, operation *o, CUevent_st *event)
{
    if (keep_back(s, o, event))
        return;
    release(s);
    s->last = queue(o);
    if (event)
        event->number = s->last;
}

/* ---- waiting -------------------------------------------------------------------------------- */

/* Waits until the operations up to `number` are done. When none is left, device memory is closed to
 * the host, so that touching it there is a fault, as with a GPU's. */
void wait_for(unsigned long long number)
{
    device &d = the_device();
    std::unique_lock<std::mutex> hold(d.lock);
    d.wait(hold, number);
    if (d.open && !d.host_let_in && d.queued == d.finished)
        open_memory(d.open = false);
    report_dropped();
    CPU_DEVICE_HOOK(on_host_waits(number));
}

cudaError_t wait_for_all()
{
    device &d = the_device();
    unsigned long long number;
    {
        host_turn turn(host_lock);
        queue_held();
    }
    {
        std::lock_guard<std::mutex> hold(d.lock);
        number = d.queued;
    }
    wait_for(number);
    CPU_DEVICE_HOOK(on_host_waits_for_all());
    return sticky();
}

cudaError_t counted(long cpu_device_counts::*what, cudaError_t error)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    d.counts.*what += error == cudaSuccess;
    if (error == cudaSuccess && what == &cpu_device_counts::synchronizes)
        list_call(CALL_WAIT);
    return error;
}

static std::mutex calls_lock; /* whoever has it takes no other */
static std::vector<cpu_device_call> calls;
static bool calls_are_listed;

void list_call(cpu_device_called what, cudaStream_t stream, const void *to, const void *from,
               unsigned long long bytes, bool to_host, bool inside)
{
    std::lock_guard<std::mutex> hold(calls_lock);
    if (!calls_are_listed)
        return;
    if (stream == cudaStreamLegacy) /* it has two names */
        stream = nullptr;
    calls.push_back({ what, stream, to, from, bytes, to_host, inside });
}

/* Thrust works on the host, on what is the device's memory for the program: when all before it is
 * done; and from then on that memory stays open. */
void let_host_in()
{
    device &d = the_device();
    if (self || pthread_equal(pthread_self(), d.thread))
        return;
    std::unique_lock<std::mutex> hold(d.lock);
    d.wait(hold, d.queued);
    d.host_let_in = true;
    if (!d.open)
        open_memory(d.open = true);
}

bool is_done(unsigned long long number)
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    CPU_DEVICE_HOOK(on_host_waits(number));
    return d.finished >= number;
}

/* Is a stream, or an event, done? Who asks until it is has waited for it. */
static cudaError_t query(const CUstream_st *s, const CUevent_st *event)
{
    const void *whom = s ? (const void *)s : event;
    host_turn turn(host_lock);
    auto asked = asked_in_vain.find(whom);
    bool is_new = asked == asked_in_vain.end();
    if (!is_new && now() - asked->second > patience)
        release(s, event);
    if (held_for(s, event) || !is_done(s ? s->last : event->number)) {
        if (is_new)
            asked_in_vain[whom] = now();
        return cudaErrorNotReady;
    }
    if (!is_new)
        list_call(CALL_WAIT);
    asked_in_vain.erase(whom);
    return cudaSuccess;
}

CUstream_st *find_stream(cudaStream_t stream)
{
    if (!stream || stream == cudaStreamLegacy)
        return &default_stream;
    if (stream == cudaStreamPerThread)
        return &stream_of_thread;
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    return d.streams.count(stream) ? stream : nullptr;
}

launch_words::launch_words(const char *name, const char *place, const config &c)
{
    int n = snprintf(text, sizeof text,
                     "kernel %.200s, launched at %.200s as <<<(%u,%u,%u), (%u,%u,%u)", name, place,
                     c.grid.x, c.grid.y, c.grid.z, c.block.x, c.block.y, c.block.z);
    if (c.shared)
        n += snprintf(text + n, sizeof text - (size_t)n, ", %zu", c.shared);
    snprintf(text + n, sizeof text - (size_t)n, ">>>");
}

bool first_note(const char *about, const char *name, const void *kernel)
{
    static std::mutex lock;
    static auto *said = new std::set<std::string>();
    char key[32];
    snprintf(key, sizeof key, "%p ", kernel);
    std::lock_guard<std::mutex> hold(lock);
    return said->insert(std::string(about) + key + name).second;
}

/* How many blocks the device runs at once, as the occupancy functions have it. */
static unsigned long long blocks_at_once(const config &c)
{
    int per_sm = 0, sms = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &per_sm, &c, (int)(c.block.x * c.block.y * c.block.z), c.shared);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    return (unsigned long long)per_sm * (unsigned)sms;
}

/* The bytes of a kernel's __shared__ variables. Filled before main. */
static std::map<const void *, size_t> &static_sizes()
{
    static auto *all = new std::map<const void *, size_t>();
    return *all;
}

int know_static_shared(const void *kernel, size_t bytes)
{
    size_t &known = static_sizes()[kernel];
    known = std::max(known, bytes); /* each statement knows those before it */
    return 0;
}

static size_t static_size(const void *kernel)
{
    auto found = static_sizes().find(kernel);
    return found == static_sizes().end() ? 0 : found->second;
}

static std::map<const void *, unsigned long long> &all_launch_bounds()
{
    static auto *all = new std::map<const void *, unsigned long long>();
    return *all;
}

int know_launch_bounds(const void *kernel, unsigned long long threads)
{
    all_launch_bounds()[kernel] = threads;
    return 0;
}

static unsigned long long most_threads(const void *kernel)
{
    auto found = all_launch_bounds().find(kernel);
    return found == all_launch_bounds().end() ? 1024 : found->second;
}

/* Why a kernel may have at most so much dynamic shared memory, and what helps. */
struct shared_words {
    char text[256];
    shared_words(const void *kernel, size_t most)
    {
        size_t fixed = static_size(kernel), optin = shared_optin - fixed;
        int n = 0;
        text[0] = 0;
        if (fixed)
            n = snprintf(text, sizeof text, ", because __shared__ variables take %zu", fixed);
        if (most < optin)
            snprintf(text + n, sizeof text - (size_t)n,
                     ", or %zu after cudaFuncSetAttribute(kernel, "
                     "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
                     optin);
    }
};

/* Is the launch within the device's limits? `shared` is the kernel's own. */
static bool within_limits(const char *name, const char *place, const config &c, const void *kernel,
                          size_t shared)
{
    static const struct {
        cudaError_t error;
        const char *what;
        unsigned long long least, most;
    } limits[] = {
        { cudaErrorInvalidConfiguration, "threads in a block", 1, 1024 },
        { cudaErrorLaunchOutOfResources, "threads in a block of this kernel", 1, 0 },
        { cudaErrorInvalidConfiguration, "threads of a block in x", 1, 1024 },
        { cudaErrorInvalidConfiguration, "threads of a block in y", 1, 1024 },
        { cudaErrorInvalidConfiguration, "threads of a block in z", 1, 64 },
        { cudaErrorInvalidConfiguration, "blocks in x", 1, 0x7fffffff },
        { cudaErrorInvalidConfiguration, "blocks in y", 1, 65535 },
        { cudaErrorInvalidConfiguration, "blocks in z", 1, 65535 },
        { cudaErrorInvalidValue, "bytes of dynamic shared memory", 0, 0 },
    };
    const unsigned long long threads = (unsigned long long)c.block.x * c.block.y * c.block.z;
    const unsigned long long numbers[] = { threads,  threads,  c.block.x, c.block.y, c.block.z,
                                           c.grid.x, c.grid.y, c.grid.z,  c.shared };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        auto &l = limits[i];
        bool by_bounds = l.error == cudaErrorLaunchOutOfResources;
        unsigned long long number = numbers[i], most = by_bounds ? most_threads(kernel)
                                                       : l.most  ? l.most
                                                                 : shared;
        if (number >= l.least && number <= most)
            continue;
        result(l.error);
        if (!first_note("limit ", name, kernel))
            return false;
        fprintf(stderr, "CPU device: %s, does not run: %llu %s, must be at %s %llu%s\n",
                launch_words(name, place, c).text, number, l.what,
                number < l.least ? "least" : "most", number < l.least ? l.least : most,
                by_bounds ? ", as its __launch_bounds__ say"
                : l.most  ? ""
                          : shared_words(kernel, most).text);
        return false;
    }
    unsigned long long blocks = (unsigned long long)c.grid.x * c.grid.y * c.grid.z;
    if (!c.cooperative || blocks <= blocks_at_once(c))
        return true;
    result(cudaErrorCooperativeLaunchTooLarge);
    if (first_note("limit ", name, kernel))
        fprintf(stderr,
                "CPU device: %s, does not run: %llu blocks, must be at most %llu: all are to "
                "run at once (cudaOccupancyMaxActiveBlocksPerMultiprocessor)\n",
                launch_words(name, place, c).text, blocks, blocks_at_once(c));
    return false;
}

void refuse_static_shared(size_t bytes)
{
    static thread_local char words[200];
    size_t dynamic = static_cast<const kernel_operation *>(self->launch)->where.shared;
    size_t limit = the_device().shared_limit > shared_usual ? shared_optin : shared_usual;
    if (bytes + dynamic <= limit)
        return;
    snprintf(words, sizeof words,
             "the launch asks for %zu bytes of dynamic shared memory, must be at most %zu, because "
             "__shared__ variables take %zu",
             dynamic, limit - bytes, bytes);
    fault(cudaErrorInvalidValue, words);
}

bool check_launch(const char *name, const char *place, const config &c, const void *kernel)
{
    if (sticky() != cudaSuccess)
        return false;
    device &d = the_device();
    size_t limit = d.shared_limit;
    if (kernel) {
        std::lock_guard<std::mutex> hold(d.lock);
        auto found = d.shared_limits.find(kernel);
        limit = found != d.shared_limits.end() ? found->second
                : c.shared                     ? shared_usual - static_size(kernel)
                                               : shared_usual;
    }
    std::string what = std::string("the launch of kernel ") + name;
    if (!within_limits(name, place, c, kernel, limit)) {
#ifdef CPU_DEVICE_CHECK /* else it has been said */
        note_failed(what, place, last_error);
#endif
    } else if (!find_stream(c.stream)) {
        note_failed(what, place, result(cudaErrorInvalidResourceHandle));
    } else if (self) {
        fault(cudaErrorLaunchFailure,
              "a launch inside a kernel is not available on the CPU device");
    } else {
        return true;
    }
    list_call(CALL_REFUSED, c.stream);
    return false;
}

static int before_left_out, left_out; /* kernels to come: first these, then these do nothing */

void submit_launch(kernel_operation *launch)
{
    CUstream_st *s = find_stream(launch->where.stream);
    CPU_DEVICE_HOOK(turn hold);
    CPU_DEVICE_HOOK(on_stream(s, s == find_stream(0), !s->flags));
    {
        device &d = the_device();
        std::lock_guard<std::mutex> hold_device(d.lock);
        d.counts.launches++;
        d.counts.other_stream_launches += s != &default_stream;
    }
    list_call(CALL_LAUNCH, launch->where.stream);
    if (left_out == 0 || before_left_out-- > 0)
        submit(s, launch);
    else {
        left_out--;
        delete launch;
    }
}

/* Filled before main, when no device is wanted yet: a program that forks gives its child none. */
static std::map<const void *, untyped_launch> &kernels()
{
    static auto *all = new std::map<const void *, untyped_launch>();
    return *all;
}

int register_kernel(const void *kernel, untyped_launch launch)
{
    kernels()[kernel] = launch;
    return 0;
}

} // namespace cpu_device

using namespace cpu_device;

extern "C" struct cpu_device_counts cpu_device_counts()
{
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    return d.counts;
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

extern "C" void cpu_device_hold_back(const void *stream)
{
    host_turn turn(host_lock);
    long nth = -3 - (long)(intptr_t)stream; /* see NTH_STREAM */
    queue_held();
    streams_seen.clear();
    hold_every_stream = stream == EVERY_STREAM;
    hold_nth = nth >= 0 && nth < 64 ? nth : -1;
    held_stream = stream == NO_STREAM || stream == EVERY_STREAM || hold_nth >= 0
                      ? nullptr
                      : find_stream((cudaStream_t)stream);
}

extern "C" void cpu_device_leave_out(int first, int count)
{
    before_left_out = first;
    left_out = count;
}

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
    d.counts.streams++;
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
    held_stream = stream == held_stream ? nullptr : held_stream;
    for (auto &one : held)
        one.stream = one.stream == stream ? &default_stream : one.stream;
    std::lock_guard<std::mutex> hold(d.lock);
    if (!stream || !d.streams.erase(stream))
        return result(cudaErrorInvalidResourceHandle);
    CPU_DEVICE_HOOK(on_object_gone(stream));
    CPU_DEVICE_HOOK(on_stream_gone(stream));
    list_call(CALL_DESTROY);
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
        return counted(&cpu_device_counts::synchronizes, sticky());
    }
#endif
    release(s);
    wait_for(s->last);
    return counted(&cpu_device_counts::synchronizes, sticky());
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
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
    if (!event || !s)
        return result(cudaErrorInvalidResourceHandle);
    if (s != held_stream && !hold_every_stream)
        release(nullptr, event);
    list_call(CALL_EVENT, stream);
    CPU_DEVICE_HOOK(on_stream_waits(s, event->number));
#ifndef CPU_DEVICE_CHECK  /* where all is done already */
    auto nothing = [] {}; /* one queue: its turn is after the event's */
    submit(s, new function_operation<decltype(nothing)>(nothing));
#endif
    return cudaSuccess;
}

/* While a function of the host runs in a stream: it must not touch device memory. */
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
    if (!callback)
        return result(cudaErrorInvalidValue);
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

cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!event || flags > 7)
        return result(cudaErrorInvalidValue);
    *event = new CUevent_st{ flags, 0, nullptr };
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
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    release(nullptr, event);
    CPU_DEVICE_HOOK(on_object_gone(event));
    list_call(CALL_DESTROY);
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
    {
        host_turn turn(host_lock);
        for (auto &one : held) /* it has been recorded before: no longer */
            if (one.event == event)
                one.event = nullptr;
    }
    list_call(CALL_EVENT, stream);
    CPU_DEVICE_HOOK(turn hold);
    CPU_DEVICE_HOOK(on_stream(s, s == &default_stream, !s->flags));
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
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    return query(nullptr, event);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    release(nullptr, event);
    wait_for(event->number);
    return counted(&cpu_device_counts::synchronizes, sticky());
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop)
{
    REFUSE_AFTER_FAULT();
    if (!ms)
        return result(cudaErrorInvalidValue);
    release(nullptr, start);
    release(nullptr, stop);
    if (!start || !stop || !start->number || !stop->number ||
        ((start->flags | stop->flags) & cudaEventDisableTiming))
        return result(cudaErrorInvalidResourceHandle);
    if (!is_done(start->number) || !is_done(stop->number))
        return result(cudaErrorNotReady);
    *ms = (float)((*stop->seconds - *start->seconds) * 1e3);
    return cudaSuccess;
}

/* ---- the API: kernels by address ------------------------------------------------------------ */

static cudaError_t launch_by_address(const void *kernel, const config &where, void **args)
{
    auto found = kernels().find(kernel);
    return found != kernels().end() ? found->second(kernel, where, args)
                                    : result(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                             size_t shared_bytes, cudaStream_t stream)
{
    return launch_by_address(kernel, config(grid, block, shared_bytes, stream), args);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                        size_t shared_bytes, cudaStream_t stream)
{
    config where(grid, block, shared_bytes, stream);
    where.cooperative = true;
    return launch_by_address(kernel, where, args);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel)
{
    if (!attributes || !kernel)
        return result(attributes ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
    *attributes = {};
    attributes->maxThreadsPerBlock = (int)most_threads(kernel);
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 75;
    attributes->sharedSizeBytes = static_size(kernel);
    attributes->maxDynamicSharedSizeBytes = (int)(shared_usual - attributes->sharedSizeBytes);
    return sticky();
}

cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    REFUSE_AFTER_FAULT();
    if (!kernel)
        return result(cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value < 0 || (size_t)value > shared_optin - static_size(kernel))
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
