/* CPU device: the bug finder: copies in flight, of __pipeline_memcpy_async. From the call until its
 * thread has waited for it, a copy may write its destination and read its source at any time: until
 * then no thread, not even its own, may touch the destination or change the source. The cells of
 * the destination say `under_way` meanwhile, so that no quick path passes them. */
#include <unordered_map>
#include "state.h"

namespace cpu_device::check
{

namespace
{

/* By address / 16 of the source and of the destination, which are aligned: none lies in two. A
 * block of a cooperative launch has a CPU thread of its own. */
thread_local std::unordered_multimap<uintptr_t, async_copy> flights;

bool same(const async_copy &a, const async_copy &b)
{
    return a.to == b.to && a.from == b.from && a.thread == b.thread && a.group == b.group;
}

void forget_at(uintptr_t line, const async_copy &c)
{
    auto range = flights.equal_range(line);
    for (auto i = range.first; i != range.second; ++i)
        if (same(i->second, c))
            return (void)flights.erase(i);
}

void set_cells(const async_copy &c, mark write)
{
    size_t first = ((uintptr_t)c.to - shared_space.base) / 4;
    for (size_t word = first; word < first + c.size / 4; word++) {
        cell &whole = shared_space.cells[word];
        if (whole.write.time != split)
            whole = { write, {} };
        else
            for (unsigned i = 0; i < 4; i++)
                shared_space.bytes[word * 4 + i] = { write, {} };
    }
}

bool overlap(const char *p, unsigned n, const event &e)
{
    return e.address < (uintptr_t)p + n && e.address + e.bytes > (uintptr_t)p;
}

/* What is missing between the copy and the access. */
const char *missing(const async_copy &c)
{
    if (c.group == groups_of(c.thread))
        return _("no __pipeline_commit() has put it into a group, so no wait is for it");
    return c.thread == at.thread ? _("the thread has not waited for it: __pipeline_wait_prior()")
                                 : _("that thread has not waited for it: __pipeline_wait_prior(), "
                                     "then __syncthreads()");
}

void note_flight(const async_copy &c, const event &e, access_kind kind)
{
    side b = side_of(c.thread | place_of(c.pc) << place_shift, kind, at.block_number);
    finding *f = find(race, e, side_of(e.who, e.kind, at.block_number), &b);
    f->differs = f->in_flight = true;
    if (f->detail.empty())
        f->detail = in_both([&] { return missing(c); });
}

} // namespace

void begin_flight(const async_copy &c)
{
    at.in_flight = true;
    at.arena_size = 0;
    flights.insert({ (uintptr_t)c.to / 16, c });
    if (c.taken)
        flights.insert({ (uintptr_t)c.from / 16, c });
    set_cells(c, { under_way, c.thread });
}

void end_flight(const async_copy &c)
{
    forget_at((uintptr_t)c.to / 16, c);
    forget_at((uintptr_t)c.from / 16, c);
    set_cells(c, { at.time, c.thread | place_of(c.pc) << place_shift });
}

void forget_flights()
{
    for (auto &f : flights)
        set_cells(f.second, {});
    flights.clear();
}

bool meets_flight(const event &e)
{
    if (flights.empty() || at.muted)
        return false;
    for (uintptr_t line = e.address / 16; line <= (e.address + e.bytes - 1) / 16; line++) {
        auto range = flights.equal_range(line);
        for (auto i = range.first; i != range.second; ++i) {
            const async_copy &c = i->second;
            bool to = overlap(c.to, c.size, e);
            if (!to && (e.kind == read_access || !overlap(c.from, c.taken, e)))
                continue;
            note_flight(c, e, to ? write_access : read_access);
            return true;
        }
    }
    return false;
}

} // namespace cpu_device::check
