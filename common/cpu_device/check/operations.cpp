/* CPU device: the bug finder: what orders launches, copies and the host. Each stream has a clock:
 * what its next operation will find done. So has each thread of the host (host.cpp). */
#include <algorithm>
#include "state.h"

namespace cpu_device::check
{

namespace
{

struct stream_info {
    const void *handle; /* null: it was destroyed */
    bool is_default, blocking;
    clock known;
    std::vector<unsigned> numbers; /* of its operations */
};
std::vector<stream_info> streams EARLY;
std::mutex order_lock; /* of streams and host_knows: the host has several threads */
std::recursive_mutex turn_lock;

size_t stream_index(const void *handle)
{
    for (size_t i = 0; i < streams.size(); i++)
        if (streams[i].handle == handle)
            return i;
    streams.push_back({ handle, false, true, host_clock(), {} });
    return streams.size() - 1;
}

} // namespace

unsigned operation_at(tick time)
{
    auto i = std::upper_bound(operations.begin() + 1, operations.begin() + running + 1, time,
                              [](tick t, const operation_info &o) { return t < o.begin; });
    return (unsigned)(i - operations.begin()) - 1;
}

turn::turn()
{
    if (!on_device_thread)
        turn_lock.lock();
}
turn::~turn()
{
    if (!on_device_thread)
        turn_lock.unlock();
}

void on_operation()
{
    std::lock_guard<std::mutex> hold(order_lock);
    on_device_thread = true;
    operation_info &o = operations[++running];
    at.ordered = o.begin = ++at.time;
    for (size_t s = 0; s < streams.size(); s++) {
        unsigned known = s < o.known.size() ? o.known[s] : 0;
        auto &numbers = streams[s].numbers;
        auto first = std::upper_bound(numbers.begin(), numbers.end(), known);
        if (first != numbers.end() && *first < running)
            at.ordered = std::min(at.ordered, operations[*first].begin);
    }
}

void unfinished(const event &e, const side &a, access_kind kind, unsigned number)
{
    side b = by_calls(operations[number].from, kind);
    finding *f = find(missing_synchronize, e, a, &b);
    if (f->count > 1)
        return;
    const operation_info &o = operations[number];
    auto name = [](const operation_info &o) {
        return in_both([&] {
            return o.kernel ? say(_("kernel %s"), o.kernel)
                   : o.what ? _(o.what)
                            : _("an operation");
        });
    };
    f->kernel = o.kernel ? o.kernel : "";
    f->subject = a.pcs == operations[running].from ? name(operations[running])
                                                   : in_both([] { return _("the host"); });
    f->object = name(o);
}

/* ---- copies ---------------------------------------------------------------------------------- */

namespace
{

struct range_access { /* by a copy or a memset */
    uintptr_t first, last;
    unsigned operation;
    bool write;
};
std::vector<range_access> ranges EARLY;
std::vector<range_access> open_ranges EARLY; /* those that the running operation must not meet */
size_t enough = 64; /* ranges; with more, those that the host has waited for are dropped */

} // namespace

/* Are there copies that may not have finished when the running operation begins? */
bool copies_are_open()
{
    const clock &known = operations[running].known;
    open_ranges.clear();
    for (const range_access &r : ranges)
        if (!knows_operation(known, r.operation))
            open_ranges.push_back(r);
    return !open_ranges.empty();
}

void meets_open_copy(const event &e)
{
    side a = by_calls(operations[running].from, e.kind);
    for (const range_access &r : open_ranges)
        if (e.address < r.last && e.address + e.bytes > r.first &&
            (r.write || e.kind != read_access))
            unfinished(e, a, r.write ? write_access : read_access, r.operation);
}

/* An access of the host, or of a copy if `by` is given: may another copy still be at work there? */
void meets_copy(const event &e, const side *by)
{
    auto known = [=](unsigned number) {
        return by ? knows_operation(operations[running].known, number)
                  : host_knows_access(number, split);
    };
    for (const range_access &r : ranges)
        if (e.address < r.last && e.address + e.bytes > r.first &&
            (r.write || e.kind != read_access) && !known(r.operation))
            unfinished(e, by ? *by : by_calls(calls_here(), e.kind),
                       r.write ? write_access : read_access, r.operation);
}

/* Stores and loads of earlier kernels that nothing orders before this copy or memset. */
static void meets_kernels(const space &s, event e, const side &a, uintptr_t first, size_t n)
{
    bool write = e.kind == write_access;
    for (uintptr_t p = first; p < first + n; p++) {
        size_t i = p - s.base;
        const cell &c = s.cells[i / 4].write.time == split ? s.bytes[i] : s.cells[i / 4];
        for (const mark *x : { &c.write, &c.reads[0], &c.reads[1] })
            if (x->time >= at.ordered && (write || x == &c.write || x->who & atomic_bit) &&
                !knows_operation(operations[running].known, operation_at(x->time))) {
                e.address = p;
                unfinished(e, a, x == &c.write ? write_access : read_access, operation_at(x->time));
            }
    }
}

/* Remembers that the running operation reads or writes these bytes. */
static void note_range(uintptr_t first, size_t n, bool write)
{
    for (range_access &r : ranges) /* this operation comes after that one, in the same stream */
        if (r.first == first && r.last == first + n && r.write == write &&
            operations[r.operation].stream == operations[running].stream) {
            r.operation = running;
            return;
        }
    if (ranges.size() > enough) {
        ranges.erase(std::remove_if(ranges.begin(), ranges.end(),
                                    [](const range_access &r) {
                                        return knows_operation(host_knows, r.operation);
                                    }),
                     ranges.end());
        enough = 64 + 2 * ranges.size();
    }
    ranges.push_back({ first, first + n, running, write });
}

void range(uintptr_t first, size_t n, bool write)
{
    space *s = space_of(first);
    if (!s || !n)
        return;
    event e = {
        first, (unsigned)n, write ? write_access : read_access, false, false, false, nullptr, 0
    };
    side a = by_calls(operations[running].from, e.kind);
    meets_copy(e, &a);
    if (at.ordered < operations[running].begin)
        meets_kernels(*s, e, a, first, n);
    note_range(first, n, write);
}

/* A function of the host that runs in a stream has made this access. Neighbours become one range;
 * of those who go through memory in another way, the first few. */
void note_host_function(const event &e)
{
    const bool write = e.kind != read_access;
    unsigned most = 64;
    operations[running].what = "a function of the host";
    for (size_t i = ranges.size(); i-- > 0 && ranges[i].operation == running;) {
        range_access &r = ranges[i];
        if (r.write == write && e.address >= r.first && e.address <= r.last)
            return (void)(r.last = std::max(r.last, e.address + e.bytes));
        if (--most == 0)
            return;
    }
    note_range(e.address, e.bytes, write);
}

/* ---- the hooks: streams and events ----------------------------------------------------------- */

const void *on_captured() { return new call_stack(calls_here()); } /* stays for the report */

void on_stream(const void *handle, bool is_default, bool blocking, const void *captured)
{
    std::lock_guard<std::mutex> hold(order_lock);
    size_t index = stream_index(handle);
    stream_info &s = streams[index];
    s.is_default = is_default;
    s.blocking = blocking || is_default;
    join(s.known, host_clock());
    for (stream_info &other : streams)
        if (&other != &s && other.blocking && s.blocking && (is_default || other.is_default))
            join(s.known, other.known);
    if (s.known.size() <= index)
        s.known.resize(index + 1);
    unsigned number = (unsigned)operations.size();
    s.known[index] = number;
    s.numbers.push_back(number);
    operations.push_back({ index, s.known, 0,
                           captured ? *(const call_stack *)captured : calls_here(), nullptr,
                           nullptr, false });
}

void on_stream_waits(const void *handle, unsigned long long number)
{
    std::lock_guard<std::mutex> hold(order_lock);
    if (number && number < operations.size())
        join(streams[stream_index(handle)].known, operations[number].known);
}

void on_print() { operations[running].prints = true; }

/* At the program's end: what a kernel prints appears only if the host waits for the kernel. */
void find_lost_prints()
{
    for (unsigned i = 1; i <= running; i++) {
        const operation_info &o = operations[i];
        if (!o.prints || knows_operation(host_knows, i))
            continue;
        bool is_new;
        finding *f = note(lost_print, o.kernel, &is_new);
        if (!is_new)
            continue;
        f->kernel = o.kernel;
        f->sides.push_back(by_calls(o.from, no_access));
        f->detail = in_both([] {
            return _("the program ends and has not waited for the kernel, whose printf is lost");
        });
    }
}

void on_host_waits(unsigned long long number)
{
    std::lock_guard<std::mutex> hold(order_lock);
    if (number && number < operations.size())
        host_waited(operations[number].known);
}

bool host_has_waited(unsigned long long number)
{
    std::lock_guard<std::mutex> hold(order_lock);
    return !number || number >= operations.size() || knows_operation(host_knows, (unsigned)number);
}

/* By cudaDeviceSynchronize; or by cudaStreamSynchronize(0), which does not wait for non-blocking
 * streams. */
void on_host_waits_for_all(bool also_non_blocking)
{
    std::lock_guard<std::mutex> hold(order_lock);
    for (stream_info &s : streams)
        if (s.blocking || also_non_blocking)
            host_waited(s.known);
}

void on_stream_gone(const void *handle)
{
    std::lock_guard<std::mutex> hold(order_lock);
    for (stream_info &s : streams)
        if (s.handle == handle)
            s.handle = nullptr;
}

} // namespace cpu_device::check
