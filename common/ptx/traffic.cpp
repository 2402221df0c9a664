/* What nvcc's kernels asked the memory for, by line of the source: a table "as PTX asks", and the
 * same JSON as the CPU device's traffic counters write. Counts with PTX_TRAFFIC=1; PTX_TRAFFIC_JSON
 * names a file, PTX_COUNTS a folder for what counts.cpp writes. */
#include "traffic.h"

#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <set>
#include "../cpu_device/run/lines.h"
#include "../cpu_device/run/runtime.h"

namespace cpu_device::ptx
{

const char *access_of(const instruction &i)
{
    return i.run == run_load || i.run == run_ldmatrix ? "load"
           : i.run == run_store                       ? "store"
                                                      : "atomic";
}

uint32_t end_of(const counted &c)
{
    uint32_t end = c.in->code_count;
    for (unsigned k = 0; k < c.in->function_count; k++)
        if (c.in->functions[k]->defined && c.in->functions[k]->first > c.kernel->first)
            end = std::min(end, c.in->functions[k]->first);
    return end;
}

namespace
{

std::mutex lock;
counted_kernels kernels __attribute__((init_priority(101)));
std::atomic<bool> counting{ true };
bool wanted; /* known before main */

struct row {
    std::string file;
    unsigned line;
    const char *access;
    bool shared;
    tally sum;
    auto key() const { return std::make_tuple(file, line, std::string(access), shared); }
    double per_request(uint64_t n) const { return (double)n / (double)sum.requests; }
    double conflicts() const { return per_request(sum.wavefronts - sum.least_wavefronts); }
};

void add(tally *to, const tally &t)
{
    to->requests += t.requests, to->sectors += t.sectors, to->bytes += t.bytes,
        to->least += t.least;
    to->wavefronts += t.wavefronts, to->least_wavefronts += t.least_wavefronts;
}

/* An instruction asks for global memory or for shared memory, nearly always. */
void add_rows(std::vector<row> &rows, const counted &c)
{
    for (size_t n = 0; n < c.tallies.size(); n++) {
        const tally &t = c.tallies[n];
        bool more = n >= c.in->code_count; /* a copy's load */
        const instruction &i = c.in->code[more ? n - c.in->code_count : n];
        if (!t.requests)
            continue;
        row r = { shortened(i.file < c.in->file_count ? c.in->files[i.file] : "?"),
                  i.line,
                  more                      ? "load"
                  : i.run == run_copy_async ? "store"
                                            : access_of(i),
                  t.wavefronts > 0,
                  {} };
        auto same = std::find_if(rows.begin(), rows.end(),
                                 [&](const row &o) { return o.key() == r.key(); });
        if (same == rows.end())
            same = rows.insert(same, r);
        add(&same->sum, t);
    }
}

std::vector<row> rows_of(const std::vector<std::unique_ptr<counted>> &all)
{
    std::vector<row> rows;
    for (auto &c : all)
        add_rows(rows, *c);
    std::sort(rows.begin(), rows.end(),
              [](const row &a, const row &b) { return a.key() < b.key(); });
    return rows;
}

unsigned long long launches_of(const std::vector<std::unique_ptr<counted>> &all)
{
    unsigned long long sum = 0;
    for (auto &c : all)
        sum += c->launches;
    return sum;
}

/* What a kernel has and nobody counts: fragments, whose layout is this interpreter's own. */
void print_not_counted(const std::vector<std::unique_ptr<counted>> &all)
{
    std::set<std::string> names;
    for (auto &c : all)
        for (uint32_t n = c->kernel->first; n < end_of(*c); n++) {
            const instruction &i = c->in->code[n];
            if (i.run == run_wmma_load || i.run == run_wmma_store)
                names.insert(i.name);
        }
    for (auto &name : names)
        printf("  not counted: %s\n", name.c_str());
}

void print_text()
{
    puts("\nas PTX asks: nvcc's front end; ptxas may join neighbouring loads into one, and split "
         "none");
    for (auto &k : kernels) {
        unsigned long long launches = launches_of(k.second);
        printf("\nkernel %s, %llu launch%s\n  %-28s %-6s %-6s %13s %14s %9s %6s %9s\n",
               k.first.c_str(), launches, launches == 1 ? "" : "es", "line", "", "memory",
               "requests", "bytes", "sectors/r", "least", "conflicts");
        for (const row &r : rows_of(k.second)) {
            std::string place = r.file.substr(r.file.rfind('/') + 1) + ":" + std::to_string(r.line);
            printf("  %-28s %-6s %-6s %13llu %14llu ", place.c_str(), r.access,
                   r.shared ? "shared" : "global", (unsigned long long)r.sum.requests,
                   (unsigned long long)r.sum.bytes);
            if (r.shared)
                printf("%9s %6s %9.2f\n", "-", "-", r.conflicts());
            else
                printf("%9.2f %6.2f %9s\n", r.per_request(r.sum.sectors),
                       r.per_request(r.sum.least), "-");
        }
        print_not_counted(k.second);
    }
}

void print_json(FILE *out)
{
    json_out j = json_begin(out, "kernels");
    for (auto &k : kernels) {
        json_open_line(&j, nullptr, '{');
        json_text(&j, "kernel", k.first.c_str());
        json_put(&j, "launches", "%llu", launches_of(k.second));
        json_open(&j, "lines", '[');
        for (const row &r : rows_of(k.second)) {
            json_line(&j);
            write_traffic_line(&j, { r.file, r.line, r.access, r.shared, r.sum.requests,
                                     r.shared ? r.sum.wavefronts : r.sum.sectors,
                                     r.shared ? r.sum.least_wavefronts : r.sum.least, false,
                                     r.sum.bytes, 0 });
        }
        json_close(&j, ']');
        json_close(&j, '}');
    }
    json_end(&j);
}

void at_exit(int, void *)
{
    const char *path = getenv("PTX_TRAFFIC_JSON"), *folder = getenv("PTX_COUNTS");
    wait_for_all();
    if (kernels.empty())
        return;
    report("counted", "");
    if (folder && *folder)
        write_counts(folder, kernels);
    print_text();
    fflush(stdout);
    FILE *out = path && *path ? fopen(path, "w") : nullptr;
    if (out) {
        print_json(out);
        fclose(out);
    }
}

__attribute__((constructor(102))) void begin()
{
    wanted = getenv("PTX_TRAFFIC") != nullptr;
    count_joined = getenv("PTX_COUNTS") != nullptr;
    if (wanted)
        on_exit(at_exit, nullptr);
}

tally sum_of_all(bool shared)
{
    tally sum = {};
    for (auto &k : kernels)
        for (auto &c : k.second)
            for (auto &t : c->tallies)
                if ((t.wavefronts > 0) == shared)
                    add(&sum, t);
    return sum;
}

} // namespace

tally *tallies_of(const char *name, const struct module *in, const struct function *kernel,
                  bool first)
{
    if (!wanted || !counting)
        return nullptr;
    std::lock_guard<std::mutex> hold(lock);
    auto &all = kernels[name];
    auto same = std::find_if(all.begin(), all.end(), [&](auto &c) { return c->kernel == kernel; });
    if (same == all.end()) {
        all.emplace_back(new counted{ in, kernel, 0, std::vector<tally>(2 * in->code_count) });
        same = all.end() - 1;
    }
    (*same)->launches += first;
    return (*same)->tallies.data();
}

} // namespace cpu_device::ptx

using namespace cpu_device::ptx;

struct cpu_device_traffic cpu_device_traffic()
{
    std::lock_guard<std::mutex> hold(lock);
    tally global = sum_of_all(false), shared = sum_of_all(true);
    return { global.bytes, global.requests, global.sectors,
             global.least, shared.requests, shared.wavefronts - shared.least_wavefronts };
}

void cpu_device_count_traffic(int what) { counting = what == COUNT_ALL; }
