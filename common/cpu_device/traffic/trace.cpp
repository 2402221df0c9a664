/* CPU device: the traffic counters: the trace; see trace.h. Written as JSON; what each number is
 * stands above the function that writes it. */
#include "trace.h"
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <set>
#include <tuple>

namespace cpu_device::check
{

namespace
{

const unsigned trips = 4;            /* of a warp at one line, in a block of the sample */
const unsigned worst = 3;            /* requests of one line, among all blocks */
const unsigned intervals = 24;       /* of a block, between barriers */
const size_t most_words = 4096;      /* of shared memory, by one line and warp in one interval */
const size_t most_owned = 64 * 1024; /* elements of an array whose writers are known */
const size_t most_written = 1200 * 1000; /* bytes of the whole trace, about */

struct whole_request : request {
    unsigned long long block;
    int array; /* -1: none that is known */
    unsigned excess() const { return units - least; }
    auto key() const { return std::tie(at, block, warp, trip); }
    /* of the worst, the first */
    bool operator<(const whole_request &o) const
    {
        return excess() != o.excess() ? excess() > o.excess() : key() < o.key();
    }
};

/* What one warp does at one line, in one interval of one block. */
struct part {
    unsigned long long requests = 0;
    uint32_t lanes = 0;
    int array = -1;
    long lowest = 0, highest = 0;  /* elements */
    std::vector<unsigned> touched; /* elements of shared memory */
    bool cut = false;
};
typedef std::tuple<unsigned long long, unsigned, unsigned, uint64_t> part_key; /* block, interval,
                                                                                  warp, place */
struct owner { /* of an element: block * 1024 + thread, the first and the last in this order */
    uint64_t first = ~(uint64_t)0, last = 0;
};

struct progression {
    long first, step, count;
};

} // namespace

struct kernel_trace {
    const char *name = "", *place = "";
    dim3 grid, block;
    size_t dynamic = 0;
    std::vector<traced_array> arrays;
    std::vector<whole_request> sample;
    std::map<uint64_t, std::vector<whole_request>> bad; /* sorted: the worst */
    std::map<part_key, part> parts;
    std::map<unsigned long long, std::vector<const char *>> barriers; /* of a block, in order */
    std::map<unsigned long long, unsigned> passed; /* how many these are, also of what is cut */
    std::map<std::string, unsigned long long> barriers_at; /* of all launches */
    std::map<int, std::vector<owner>> owners;              /* by array */
    std::map<int, unsigned long long> beyond; /* stores to elements that are not kept */
    unsigned long long blocks() const { return (unsigned long long)grid.x * grid.y * grid.z; }
    unsigned threads() const { return block.x * block.y * block.z; }
    int number_of(const traced_array &a);
};

namespace
{

std::map<std::string, kernel_trace> traces __attribute__((init_priority(101)));

std::vector<unsigned long long> sampled_blocks(const kernel_trace &k)
{
    unsigned long long n = k.blocks();
    std::set<unsigned long long> chosen = { 0, std::min(1ull, n - 1), n / 2, n - 1 };
    return { chosen.begin(), chosen.end() };
}

bool is_sampled_warp(const kernel_trace &k, unsigned warp)
{
    unsigned warps = (k.threads() + 31) / 32;
    return warp < 4 || warp + 4 >= warps;
}

bool is_shared(uint64_t at) { return at & 1; }

bool is_store(uint64_t at) { return (at >> 1 & 3) == 1; }

size_t element_of(const traced_array &a, unsigned bytes)
{
    return a.element && a.element <= 16 ? a.element : bytes;
}

void add_bad(std::vector<whole_request> *bad, const whole_request &r)
{
    bad->insert(std::upper_bound(bad->begin(), bad->end(), r), r);
    if (bad->size() > worst)
        bad->pop_back();
}

template <class F> void each_lane(const request &r, F f)
{
    for (uint32_t left = r.lanes; left; left &= left - 1)
        f((unsigned)__builtin_ctz(left));
}

uintptr_t lowest_of(const request &r)
{
    uintptr_t lowest = ~(uintptr_t)0;
    each_lane(r, [&](unsigned lane) { lowest = std::min(lowest, r.at_lane[lane]); });
    return lowest;
}

void add_part(kernel_trace *k, const whole_request &r)
{
    part &p = k->parts[{ r.block, r.interval, r.warp, r.at }];
    p.lanes |= r.lanes;
    if (r.array < 0)
        return (void)p.requests++;
    const traced_array &a = k->arrays[(size_t)r.array];
    long element = (long)element_of(a, r.bytes);
    each_lane(r, [&](unsigned lane) {
        long from = (long)(r.at_lane[lane] - a.first) / element,
             to = (long)(r.at_lane[lane] + r.bytes - 1 - a.first) / element;
        p.lowest = p.array < 0 ? from : std::min(p.lowest, from);
        p.highest = p.array < 0 ? to : std::max(p.highest, to);
        p.array = r.array;
        for (long i = from; a.shared && i <= to; i++)
            if (p.touched.size() < most_words)
                p.touched.push_back((unsigned)i);
            else
                p.cut = true;
    });
    p.requests++;
}

void add_owner(owner *o, uint64_t who)
{
    o->first = std::min(o->first, who);
    o->last = std::max(o->last, who);
}

void add_owners(kernel_trace *k, const whole_request &r)
{
    const traced_array &a = k->arrays[(size_t)r.array];
    size_t element = element_of(a, r.bytes);
    std::vector<owner> &owners = k->owners[r.array];
    each_lane(r, [&](unsigned lane) {
        size_t from = (r.at_lane[lane] - a.first) / element,
               to = (r.at_lane[lane] + r.bytes - 1 - a.first) / element;
        for (size_t i = from; i <= to; i++)
            if (i >= most_owned) {
                k->beyond[r.array]++;
            } else {
                if (i >= owners.size())
                    owners.resize(i + 1);
                add_owner(&owners[i], r.block * 1024 + r.warp * 32 + lane);
            }
    });
}

/* The touched elements, sorted, as runs of equal steps. */
std::vector<progression> progressions(std::vector<unsigned> touched)
{
    std::vector<progression> runs;
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (size_t i = 0; i < touched.size();) {
        size_t n = 1;
        long step = i + 1 < touched.size() ? (long)touched[i + 1] - (long)touched[i] : 1;
        while (i + n < touched.size() && (long)touched[i + n] - (long)touched[i + n - 1] == step)
            n++;
        if (n == 2 && step > 1 && i + n < touched.size()) /* the next run may begin here */
            n = 1, step = 1;
        runs.push_back({ (long)touched[i], step, (long)n });
        i += n;
    }
    return runs;
}

} // namespace

int kernel_trace::number_of(const traced_array &a)
{
    for (size_t i = 0; i < arrays.size(); i++)
        if (arrays[i].name == a.name && arrays[i].shared == a.shared &&
            (a.shared || arrays[i].first == a.first))
            return (int)i;
    arrays.push_back(a);
    return (int)arrays.size() - 1;
}

/* ---- while blocks run ------------------------------------------------------------------------ */

bool is_tracing()
{
    static const char *const path = getenv("CPU_DEVICE_TRACE");
    return path && *path;
}

kernel_trace *trace_launch(const kernel_operation *launch)
{
    if (!is_tracing() || traces.count(launch->name) || traces.size() == 256)
        return nullptr;
    kernel_trace &k = traces[launch->name];
    k.name = launch->name, k.place = launch->place ? launch->place : "";
    k.grid = launch->where.grid, k.block = launch->where.block, k.dynamic = launch->where.shared;
    return &k;
}

tracer::tracer(kernel_trace *kernel) : kernel(kernel), own(new kernel_trace())
{
    own->grid = kernel->grid, own->block = kernel->block;
}

tracer::~tracer() {}

void tracer::begin_block(unsigned long long number)
{
    std::vector<unsigned long long> sample = sampled_blocks(*own);
    block = number;
    interval = 0;
    sampled = std::find(sample.begin(), sample.end(), number) != sample.end();
    if (sampled)
        own->barriers[block];
}

void tracer::end_interval(const char *barrier)
{
    if (!barrier)
        return;
    if (sampled && interval < intervals)
        own->barriers[block].push_back(barrier);
    interval++;
    if (sampled)
        own->passed[block] = interval;
}

bool tracer::wants(const request &r) const
{
    if (sampled || (is_store(r.at) && !is_shared(r.at)))
        return true;
    auto bad = own->bad.find(r.at);
    unsigned excess = r.units - r.least;
    return bad == own->bad.end() || bad->second.size() < worst ||
           excess > bad->second.back().excess();
}

void tracer::add(const request &r, const traced_array *a)
{
    whole_request whole;
    static_cast<request &>(whole) = r;
    whole.block = block, whole.interval = interval;
    whole.array = a ? own->number_of(*a) : -1;
    if (sampled && r.trip < trips && is_sampled_warp(*own, r.warp))
        own->sample.push_back(whole);
    if (sampled && interval < intervals)
        add_part(own.get(), whole);
    if (is_store(r.at) && !is_shared(r.at) && a)
        add_owners(own.get(), whole);
    add_bad(&own->bad[r.at], whole);
}

void trace_barriers(const char *kernel, std::map<const char *, unsigned long long> *passed)
{
    auto found = traces.find(kernel);
    for (auto &b : *passed)
        if (found != traces.end())
            found->second.barriers_at[b.first] += b.second;
    passed->clear();
}

void tracer::finish()
{
    kernel_trace *k = kernel;
    std::map<int, int> numbers = { { -1, -1 } };
    for (size_t i = 0; i < own->arrays.size(); i++)
        numbers[(int)i] = k->number_of(own->arrays[i]);
    auto moved = [&](whole_request r) { /* each CPU thread has shared memory of its own */
                                        uintptr_t by = 0;
                                        if (r.array >= 0 && own->arrays[(size_t)r.array].shared)
                                            by = k->arrays[(size_t)numbers[r.array]].first -
                                                 own->arrays[(size_t)r.array].first;
                                        each_lane(r, [&](unsigned lane) { r.at_lane[lane] += by; });
                                        r.array = numbers[r.array];
                                        return r;
    };
    for (auto &r : own->sample)
        k->sample.push_back(moved(r));
    for (auto &bad : own->bad)
        for (auto &r : bad.second)
            add_bad(&k->bad[bad.first], moved(r));
    for (auto &p : own->parts) {
        part &sum = k->parts[p.first] = p.second;
        sum.array = numbers[sum.array];
    }
    k->barriers.insert(own->barriers.begin(), own->barriers.end());
    k->passed.insert(own->passed.begin(), own->passed.end());
    for (auto &o : own->owners) {
        std::vector<owner> &all = k->owners[numbers[o.first]];
        all.resize(std::max(all.size(), o.second.size()));
        for (size_t i = 0; i < o.second.size(); i++)
            if (o.second[i].first <= o.second[i].last)
                add_owner(&all[i], o.second[i].first), add_owner(&all[i], o.second[i].last);
    }
    for (auto &b : own->beyond)
        k->beyond[numbers[b.first]] += b.second;
    own.reset(new kernel_trace());
    own->grid = k->grid, own->block = k->block;
}

/* ---- the file -------------------------------------------------------------------------------- */

void traced_addresses(std::vector<const void *> *addresses)
{
    for (auto &k : traces)
        for (auto &bad : k.second.bad)
            addresses->push_back((const void *)(bad.first >> 3));
}

namespace
{

int line_number(const std::string &place)
{
    size_t colon = place.rfind(':');
    return colon == std::string::npos ? 0 : atoi(place.c_str() + colon + 1);
}

/* "file":"my.cu","line":7 */
void put_place(json_out *j, const std::string &place)
{
    size_t colon = place.rfind(':');
    json_text(j, "file", colon == std::string::npos ? "?" : place.substr(0, colon).c_str());
    json_put(j, "line", "%d", line_number(place));
}

struct writer {
    const kernel_trace &k;
    const lines_of_source &lines;
    size_t most; /* bytes of this kernel */
    json_out j;
    long begin = ftell(j.to);
    std::map<uint64_t, size_t> places = {};

    size_t size() const { return (size_t)(ftell(j.to) - begin); }
    void write();
    void write_head();
    void write_arrays();
    void write_places();
    void write_request(const whole_request &r, bool is_bad);
    void write_requests();
    void write_blocks();
    void write_parts();
    void write_owners();
    void write_examples(const std::vector<owner> &owners);
    void write_runs(const std::vector<owner> &owners, size_t until);
};

void writer::write_head()
{
    json_text(&j, "kernel", k.name);
    json_open(&j, "launched", '{');
    put_place(&j, shortened(k.place));
    json_close(&j, '}');
    json_put(&j, "grid", "[%u,%u,%u]", k.grid.x, k.grid.y, k.grid.z);
    json_put(&j, "block", "[%u,%u,%u]", k.block.x, k.block.y, k.block.z);
    json_put(&j, "dynamic", "%zu", k.dynamic);
    json_open(&j, "sampled", '[');
    for (auto b : sampled_blocks(k))
        json_put(&j, nullptr, "%llu", b);
    json_close(&j, ']');
}

void writer::write_arrays()
{
    json_open_line(&j, "arrays", '[');
    for (const traced_array &a : k.arrays) {
        json_open(&j, nullptr, '{');
        json_text(&j, "name", a.name.c_str());
        json_put(&j, "shared", "%d", a.shared);
        json_put(&j, "align", "%u", a.shared ? 0 : (unsigned)(a.first % 128));
        json_put(&j, "bytes", "%zu", a.size);
        json_put(&j, "element", "%zu", element_of(a, 4));
        json_put(&j, "inner", "[%u,%u]", a.inner[0], a.inner[1]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open_line(&j, "barriers", '[');
    for (auto &b : k.barriers_at) {
        json_open(&j, nullptr, '{');
        put_place(&j, shortened(b.first));
        json_put(&j, "count", "%llu", b.second);
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

void writer::write_places()
{
    static const char *const names[] = { "load", "store", "atomic", "?" };
    json_open_line(&j, "places", '[');
    for (auto &bad : k.bad) {
        auto found = lines.find((const void *)(bad.first >> 3));
        size_t number = places.size();
        places[bad.first] = number;
        json_open(&j, nullptr, '{');
        put_place(&j, found == lines.end() ? "" : found->second);
        json_text(&j, "access", names[bad.first >> 1 & 3]);
        json_text(&j, "space", is_shared(bad.first) ? "shared" : "global");
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

/* place, array, block, warp, interval, trip, lanes, bytes of a lane, units, least, is it one of the
 * worst?, then the lanes' offsets in the array: the first, and how far it is to the next, once if
 * that is always the same. */
void writer::write_request(const whole_request &r, bool is_bad)
{
    std::vector<long> steps;
    uintptr_t last = r.array < 0 ? lowest_of(r) & ~(uintptr_t)127 : k.arrays[(size_t)r.array].first;
    each_lane(r, [&](unsigned lane) {
        steps.push_back((long)(r.at_lane[lane] - last));
        last = r.at_lane[lane];
    });
    if (steps.size() > 2 &&
        std::all_of(steps.begin() + 2, steps.end(), [&](long step) { return step == steps[1]; }))
        steps.resize(2);
    json_open_line(&j, nullptr, '[');
    json_put(&j, nullptr, "%zu,%d,%llu,%u,%u,%u,%u,%u,%u,%u,%d", places[r.at], r.array, r.block,
             r.warp, r.interval, r.trip, r.lanes, r.bytes, r.units, r.least, is_bad);
    for (long step : steps)
        json_put(&j, nullptr, "%ld", step);
    json_close(&j, ']');
}

/* First the worst; then first trips before later ones, so that each line has some. */
void writer::write_requests()
{
    size_t end = size() + most / 2, left_out = 0;
    std::vector<whole_request> sample = k.sample;
    std::set<std::tuple<uint64_t, unsigned long long, unsigned, unsigned>> written;
    std::sort(sample.begin(), sample.end(), [](const whole_request &a, const whole_request &b) {
        return a.trip != b.trip ? a.trip < b.trip : a.key() < b.key();
    });
    json_open_line(&j, "requests", '[');
    for (auto &bad : k.bad)
        for (auto &r : bad.second)
            written.insert(r.key()), write_request(r, true);
    for (auto &r : sample)
        if (size() > end)
            left_out++;
        else if (!written.count(r.key()))
            write_request(r, false);
    json_close(&j, ']');
    json_put(&j, "left_out", "%zu", left_out);
}

void writer::write_blocks()
{
    json_open_line(&j, "blocks", '[');
    for (auto &b : k.barriers) {
        auto passed = k.passed.find(b.first);
        json_open(&j, nullptr, '{');
        json_put(&j, "block", "%llu", b.first);
        json_put(&j, "passed", "%u", passed == k.passed.end() ? 0 : passed->second);
        json_open(&j, "barriers", '[');
        for (const char *place : b.second)
            json_put(&j, nullptr, "%d", line_number(place));
        json_close(&j, ']');
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

/* block, interval, warp, place, requests, lanes, array, lowest and highest element, was it cut?,
 * then first, step, count of each run of elements of shared memory. */
void writer::write_parts()
{
    size_t end = size() + most / 4, left_out = 0;
    json_open_line(&j, "parts", '[');
    for (auto &p : k.parts) {
        const part &q = p.second;
        if (size() > end) {
            left_out++;
            continue;
        }
        std::vector<progression> runs = progressions(q.touched);
        bool cut = q.cut || runs.size() > 40;
        runs.resize(std::min<size_t>(runs.size(), 40));
        json_open_line(&j, nullptr, '[');
        json_put(&j, nullptr, "%llu,%u,%u,%zu,%llu,%u,%d,%ld,%ld,%d", std::get<0>(p.first),
                 std::get<1>(p.first), std::get<2>(p.first), places[std::get<3>(p.first)],
                 q.requests, q.lanes, q.array, q.lowest, q.highest, cut);
        for (auto &run : runs)
            json_put(&j, nullptr, "%ld,%ld,%ld", run.first, run.step, run.count);
        json_close(&j, ']');
    }
    json_close(&j, ']');
    json_put(&j, "parts_left_out", "%zu", left_out);
}

struct run { /* of elements: who wrote the first, and how far the threads of the next are */
    uint64_t who;
    long step, count;
    bool none; /* nobody */
};

bool is_none(const owner &o) { return o.first > o.last; }

std::vector<run> runs_of(const std::vector<owner> &owners)
{
    std::vector<run> runs;
    for (size_t i = 0; i < owners.size();) {
        size_t n = 1, from = i;
        bool none = is_none(owners[i]);
        auto step = [&](size_t e) { return (long)(owners[e].first - owners[e - 1].first); };
        auto goes_on = [&](size_t e) {
            return e < owners.size() && is_none(owners[e]) == none &&
                   (none || (owners[e].first / 1024 == owners[from].first / 1024 &&
                             (e == from + 1 || step(e) == step(from + 1))));
        };
        while (goes_on(i + n))
            n++;
        if (n == 2 && !none && step(i + 1) && i + n < owners.size() && goes_on(i + n) == false &&
            !is_none(owners[i + 2]) && owners[i + 2].first == owners[i + 1].first)
            n = 1; /* the second begins a run of one thread */
        runs.push_back(
            { none ? 0 : owners[i].first, n > 1 && !none ? step(i + 1) : 0, (long)n, none });
        i += n;
    }
    return runs;
}

/* Runs that repeat: how often; count of elements; block, thread of the first (-1: nobody) and how
 * many threads it is to the next; how many blocks and threads from one repetition to the next. */
void writer::write_runs(const std::vector<owner> &owners, size_t until)
{
    std::vector<run> runs = runs_of(owners);
    size_t elements = 0;
    json_open(&j, "runs", '[');
    for (size_t i = 0; i < runs.size() && size() < until;) {
        const run &r = runs[i];
        size_t n = 1;
        long by = i + 1 < runs.size() ? (long)(runs[i + 1].who - r.who) : 0;
        while (i + n < runs.size() && runs[i + n].count == r.count && runs[i + n].none == r.none &&
               runs[i + n].step == r.step && (long)(runs[i + n].who - runs[i + n - 1].who) == by)
            n++;
        if (r.none)
            json_put(&j, nullptr, "[%zu,%ld,-1,0,0,0]", n, r.count);
        else
            json_put(&j, nullptr, "[%zu,%ld,%llu,%llu,%ld,%ld]", n, r.count,
                     (unsigned long long)r.who / 1024, (unsigned long long)r.who % 1024, r.step,
                     n > 1 ? by : 0);
        elements += n * (size_t)r.count;
        i += n;
    }
    json_close(&j, ']');
    json_put(&j, "shown", "%zu", elements);
}

/* Elements that several threads have written, at most 100 of them. */
void writer::write_examples(const std::vector<owner> &owners)
{
    size_t several = 0;
    json_open(&j, "examples", '[');
    for (size_t i = 0; i < owners.size(); i++)
        if (!is_none(owners[i]) && owners[i].first != owners[i].last && several++ < 100)
            json_put(&j, nullptr, "[%zu,%llu,%llu]", i, (unsigned long long)owners[i].last / 1024,
                     (unsigned long long)owners[i].last % 1024);
    json_close(&j, ']');
    json_put(&j, "several", "%zu", several);
}

void writer::write_owners()
{
    size_t end = size() + most / 4;
    json_open_line(&j, "written", '[');
    for (auto &o : k.owners) {
        const std::vector<owner> &all = o.second;
        auto beyond = k.beyond.find(o.first);
        json_open_line(&j, nullptr, '{');
        json_put(&j, "array", "%d", o.first);
        json_put(&j, "elements", "%zu", all.size());
        json_put(&j, "beyond", "%llu", beyond == k.beyond.end() ? 0 : beyond->second);
        json_put(&j, "none", "%zu", (size_t)std::count_if(all.begin(), all.end(), is_none));
        write_examples(all);
        write_runs(all, end);
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

void writer::write()
{
    json_open_line(&j, nullptr, '{');
    write_head();
    write_arrays();
    write_places();
    write_requests();
    write_blocks();
    write_parts();
    write_owners();
    json_close(&j, '}');
}

} // namespace

void write_trace(const lines_of_source &lines)
{
    FILE *out = is_tracing() ? fopen(getenv("CPU_DEVICE_TRACE"), "w") : nullptr;
    if (!out)
        return;
    json_out j = json_begin(out, "trace");
    for (auto &k : traces) {
        writer w = { k.second, lines, most_written / traces.size(), j };
        w.write();
        j = w.j;
    }
    json_end(&j);
    fclose(out);
}

} // namespace cpu_device::check
