/* CPU device: the traffic counters: what has been counted, printed at the end of the program: a
 * table by kernel and line, a sentence on each bad line, JSON. */
#include <regex.h>
#include <string.h>
#include <unistd.h>
#include <algorithm>
#include "../run/lines.h"
#include "trace.h"
#include "traffic.h"

namespace cpu_device::check
{

std::map<std::string, kernel_traffic> traffic __attribute__((init_priority(101)));
bool launched;
std::atomic<bool> stopping;
std::atomic<int> running;

void tally::add(const tally &t)
{
    requests += t.requests, bytes += t.bytes, units += t.units, least += t.least, dense += t.dense;
    width = std::max(width, t.width), differ |= t.differ, cut |= t.cut, guess |= t.guess;
    lowest = std::min(lowest, t.lowest), highest = std::max(highest, t.highest);
    for (auto &d : t.distances)
        distances[d.first] += d.second;
    for (int i = 0; i < CPU_DEVICE_COUNTERS; i++)
        counts[i] += t.counts[i];
}

void sums::add(const sums &s)
{
    for (int i = 0; i < CPU_DEVICE_COUNTERS; i++) {
        all[i] += s.all[i];
        in_one_block[i] = std::max(in_one_block[i], s.in_one_block[i]);
    }
}

bool line_of(place at, std::string *line)
{
    static std::map<place, std::pair<bool, std::string>> known; /* to ask takes a process */
    auto found = known.find(at);
    if (found == known.end()) {
        lines_of_source lines;
        bool answered = resolve({ (const void *)(at >> 3) }, lines);
        found =
            known.insert({ at, { answered, lines.empty() ? "" : lines.begin()->second } }).first;
    }
    *line = found->second.second;
    return found->second.first;
}

/* Where the pattern, an extended regular expression, first matches: -1 where it does not. */
static int first_match(const char *pattern, const std::string &text, int *length = nullptr)
{
    regex_t compiled; /* <regex> would take longer to compile than all else here */
    regmatch_t match;
    if (regcomp(&compiled, pattern, REG_EXTENDED))
        return -1;
    bool found = !regexec(&compiled, text.c_str(), 1, &match, 0);
    regfree(&compiled);
    if (found && length)
        *length = (int)(match.rm_eo - match.rm_so);
    return found ? (int)match.rm_so : -1;
}

/* The text of a line, my.cu:7, without the members of threadIdx and the like. */
static std::string text_of(const std::string &line)
{
    std::string text = text_at(line);
    int at, length;
    while ((at = first_match("((thread|block)Idx|(block|grid)Dim) *[.]", text, &length)) >= 0)
        text.erase((size_t)at, (size_t)length);
    return text;
}

bool reads_members(place at)
{
    static std::map<place, bool> known;
    auto found = known.find(at);
    if (found != known.end())
        return found->second;
    std::string line;
    line_of(at, &line);
    std::string text = text_of(line);
    bool store = (at >> 1 & 3) == write_access;
    const char *stored = "([.]|->) *[xyzw] *[-+*/]?=[^=]";
    const char *loaded = "[])] *[.] *[xyzw]\\b|-> *[xyzw]\\b";
    const char *by_reference = "^[^[]*\\w[.] *[xyzw]\\b[^[]*$";
    return known[at] = first_match(store ? stored : loaded, text) >= 0 ||
                       (!store && first_match(by_reference, text) >= 0);
}

namespace
{

const char *const access_names[] = { "load", "store", "atomic" };

/* What one line of the source does to one array; for JSON, to global memory or to shared memory. */
struct row : tally {
    std::string file, array;
    int line;
    access_kind kind;
    bool shared;
    auto key() const { return std::make_tuple(file, line, kind, shared, array); }
    double conflicts() const { return (double)(units - least) / (double)requests; }
    /* in sectors: a wavefront brings up to 128 bytes, which are four of them */
    unsigned long long waste() const { return (units - least) * (shared ? 4 : 1); }
    /* more sectors than the lanes would need side by side from a sector's beginning; conflicts */
    bool is_bad() const
    {
        return shared ? conflicts() >= 0.05 : 10 * units >= 12 * least && units > dense;
    }
};

std::vector<row> rows_of(const kernel_traffic &kernel, const lines_of_source &lines, bool by_array)
{
    std::vector<row> rows;
    for (auto &p : kernel.places) {
        place at = p.first.first;
        auto found = lines.find((const void *)(at >> 3));
        std::string text = found == lines.end() ? "?:0" : found->second;
        size_t colon = text.rfind(':');
        row r;
        r.file = text.substr(0, colon), r.line = atoi(text.c_str() + colon + 1);
        r.kind = (access_kind)(at >> 1 & 3), r.shared = at & 1;
        r.array = by_array ? p.first.second : "";
        auto same = std::find_if(rows.begin(), rows.end(),
                                 [&](const row &o) { return o.key() == r.key(); });
        if (same == rows.end())
            same = rows.insert(same, r);
        same->add(p.second);
    }
    std::sort(rows.begin(), rows.end(), [](const row &a, const row &b) {
        return a.waste() != b.waste() ? a.waste() > b.waste() : a.key() < b.key();
    });
    return rows;
}

/* In the order of enum cpu_device_counter: for people, for JSON, and what Nsight Compute calls it,
 * which leaves atomics out of what is loaded and stored. */
const struct {
    const char *name, *key, *metric;
} counters[CPU_DEVICE_COUNTERS] = {
    { "threads launched", "threads", "launch__thread_count" },
    { "blocks launched", "blocks", "launch__grid_size" },
    { "  of a single warp", "warp_blocks", "" },
    { "barriers of blocks", "barriers", "" },
    { "atomics of threads", "atomics", "" },
    { "  on global memory", "global_atomics", "" },
    { "bytes of global memory", "global_bytes", "smsp__sass_data_bytes_mem_global.sum" },
    { "  loaded", "loaded_bytes", "smsp__sass_data_bytes_mem_global_op_ld.sum" },
    { "    not among a thread's last 12", "loaded_anew_bytes", "" },
    { "    in pieces below 16 bytes", "loaded_narrow_bytes", "" },
    { "    while no shared was read", "loaded_waiting_bytes", "" },
    { "    in sectors", "loaded_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum" },
    { "  stored", "stored_bytes", "smsp__sass_data_bytes_mem_global_op_st.sum" },
    { "    in pieces below 16 bytes", "stored_narrow_bytes", "" },
    { "    in sectors", "stored_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum" },
    { "bytes of shared memory", "shared_bytes", "smsp__sass_data_bytes_mem_shared.sum" },
    { "  loaded", "shared_loaded_bytes", "smsp__sass_data_bytes_mem_shared_op_ld.sum" },
    { "    not among a thread's last 12", "shared_loaded_anew_bytes", "" },
    { "stores of threads to shared", "shared_stores", "" },
    { "loads of a thread, at most", "loads_of_thread", "" },
    { "trips of a thread through loops", "trips_of_thread", "" },
    { "atomics of a warp, at most", "atomics_of_warp", "" },
};

/* ---- words ----------------------------------------------------------------------------------- */

std::string number(double x, const char *format = "%.1f")
{
    char text[32];
    snprintf(text, sizeof text, format, x);
    size_t n = strlen(text);
    return n > 2 && !strcmp(text + n - 2, ".0") ? std::string(text, n - 2) : text;
}

/* 12 345 678 */
std::string grouped(unsigned long long n)
{
    std::string text = std::to_string(n);
    for (size_t i = text.size(); i > 3;)
        text.insert(i -= 3, " ");
    return text;
}

std::string place_of(const row &r)
{
    return r.file.substr(r.file.rfind('/') + 1) + ":" + std::to_string(r.line);
}

/* "neighbouring threads read addresses 128 bytes apart" */
std::string pattern(const row &r)
{
    auto usual = std::max_element(r.distances.begin(), r.distances.end(),
                                  [](auto &a, auto &b) { return a.second < b.second; });
    long d = usual == r.distances.end() ? no_pattern : labs(usual->first);
    const char *verb = r.kind == read_access    ? _("neighbouring threads read ")
                       : r.kind == write_access ? _("neighbouring threads write ")
                                                : _("neighbouring threads change ");
    if (d == no_pattern)
        return verb + std::string(_("addresses that follow no pattern"));
    if (d == 0)
        return verb + std::string(_("mostly the same address, others far away"));
    if (!r.shared && d == (long)r.width)
        return verb + std::string(_("neighbouring addresses, but these do not begin and end where "
                                    "sectors do"));
    return verb + say(r.shared && d % 128 == 0 ? _("addresses %ld bytes apart, all in one bank")
                                               : _("addresses %ld bytes apart"),
                      d);
}

void print_sentence(const row &r)
{
    std::string sectors = number((double)r.units / (double)r.requests),
                least = number((double)r.least / (double)r.requests);
    std::string conflicts = number(r.conflicts());
    printf(
        !r.shared          ? _("  %s %s%s%s: %s sectors per request, %s would do: %s%s\n")
        : conflicts == "1" ? _("  %s %s%s%s: %s bank conflict per request, %s would do: %s%s\n")
                           : _("  %s %s%s%s: %s bank conflicts per request, %s would do: %s%s\n"),
        place_of(r).c_str(), _(access_names[r.kind]), r.array.empty() ? "" : " ", r.array.c_str(),
        r.shared ? conflicts.c_str() : sectors.c_str(), r.shared ? "0" : least.c_str(),
        pattern(r).c_str(), r.approximate() ? _(" (approximate)") : "");
}

/* ---- the report ------------------------------------------------------------------------------ */

void print_row(const row &r)
{
    double sectors = (double)r.units / (double)r.requests,
           least = (double)r.least / (double)r.requests;
    std::string what = std::string(_(access_names[r.kind])) + " " + r.array;
    printf("  %-24s %*s %-6s %13s ", place_of(r).c_str(), wide(-20, what.c_str()), what.c_str(),
           r.shared ? "shared" : "global", grouped(r.requests).c_str());
    if (r.shared)
        printf("%8s %6s %5s %9.2f", "-", "-", "-", r.conflicts());
    else
        printf("%8.2f %6.2f %5.0f %9s", sectors, least, 100 * least / sectors, "-");
    puts(r.approximate() ? " ~" : "");
}

/* A counter that only makes sense for one block or thread has no sum. */
void print_counts(const sums &counts)
{
    puts(_(
        "  counted                                   in all  most in a block  in Nsight Compute"));
    for (int i = 0; i < CPU_DEVICE_COUNTERS; i++) {
        std::string all = counts.all[i] ? grouped(counts.all[i]) : "-";
        const char *metric = *counters[i].metric ? counters[i].metric : "-";
        if (counts.in_one_block[i])
            printf("  %*s %14s %16s  %s\n", wide(-33, _(counters[i].name)), _(counters[i].name),
                   all.c_str(), grouped(counts.in_one_block[i]).c_str(), metric);
    }
}

void print_kernel(const std::string &name, const kernel_traffic &kernel,
                  const lines_of_source &lines)
{
    bool cut = false, differ = false, guess = false, moved = false;
    std::vector<row> rows = rows_of(kernel, lines, true);
    printf(kernel.launches == 1 ? _("\nkernel %s, %llu launch\n")
                                : _("\nkernel %s, %llu launches\n"),
           name.c_str(), kernel.launches);
    puts(_("                                                                       sectors         "
           "     conflicts\n"
           "  line                                          memory      requests /request  least "
           "use %  /request"));
    for (const row &r : rows)
        print_row(r), cut |= r.cut, differ |= r.differ, guess |= r.guess, moved |= !r.line;
    if (cut)
        puts(_("  ~ approximate: only the first were counted: there were too many, or the kernel "
               "failed"));
    else if (differ)
        puts(_("  ~ approximate: a warp's threads did not make the same trips through a loop"));
    else if (guess)
        puts(_("  ~ approximate: copied by words of 4 or 16 bytes; which a GPU would take is not "
               "known"));
    if (moved)
        puts(_(
            "  line 0: the compiler has moved it out of a loop and does not say from which line"));
    for (const row &r : rows)
        if (r.is_bad())
            print_sentence(r);
    print_counts(kernel.counts);
}

void print_text(const lines_of_source &lines)
{
    for (auto &k : traffic)
        print_kernel(k.first, k.second, lines);
    puts(_(
        "\nA request is one instruction of a warp; a sector is 32 bytes; least: what the bytes "
        "asked "
        "for\nwould fill; conflicts: extra turns beyond the fewest possible. Per request these are "
        "exact unless\nmarked ~: what a GPU's profiler shows, before caches. How many requests "
        "there "
        "are depends on\nwhat the compiler keeps in registers: those are this build's, not a "
        "GPU's."));
}

void put_counts(json_out *j, const sums &counts)
{
    json_open(j, "counts", '{');
    for (int i = 0; i < CPU_DEVICE_COUNTERS; i++) {
        json_put(j, counters[i].key, "%llu", counts.all[i]);
        json_put(j, (std::string(counters[i].key) + "_in_one_block").c_str(), "%llu",
                 counts.in_one_block[i]);
    }
    json_close(j, '}');
}

void print_json(FILE *out, const lines_of_source &lines)
{
    json_out j = json_begin(out, "kernels");
    for (auto &k : traffic) {
        json_open_line(&j, nullptr, '{');
        json_text(&j, "kernel", k.first.c_str());
        json_put(&j, "launches", "%llu", k.second.launches);
        put_counts(&j, k.second.counts);
        json_open(&j, "lines", '[');
        for (const row &r : rows_of(k.second, lines, false)) {
            json_line(&j);
            write_traffic_line(&j,
                               { r.file, (unsigned)r.line, access_names[r.kind], r.shared,
                                 r.requests, r.units, r.least, r.approximate(), r.bytes, r.width });
        }
        json_close(&j, ']');
        json_close(&j, '}');
    }
    json_end(&j);
}

void report()
{
    std::vector<const void *> addresses;
    for (auto &k : traffic)
        for (auto &p : k.second.places)
            addresses.push_back((const void *)(p.first.first >> 3));
    traced_addresses(&addresses);
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    lines_of_source lines;
    resolve(addresses, lines);
    print_text(lines);
    const char *json = getenv("CPU_DEVICE_TRAFFIC_JSON");
    FILE *out = json && *json ? fopen(json, "w") : nullptr;
    if (out) {
        print_json(out, lines);
        fclose(out);
    }
    write_trace(lines);
}

/* Status 0; 1: the program or a kernel failed; 2: it launched no kernel. */
[[noreturn]] void end(int status)
{
    if (!launched)
        puts(refused_launches
                 ? _("nothing was run: every launch was refused, so nothing has been counted")
                 : _("nothing was run: the program launched no kernel, so nothing has been "
                     "counted"));
    else if (!traffic.empty())
        report();
    if (status > 0)
        printf(_("the program itself ended with status %d\n"), status);
    fflush(stdout);
    _exit(status || fault_code ? 1 : !launched ? 2 : 0);
}

void at_exit(int status, void *)
{
    static bool ended;
    while (stopping) /* another thread reports */
        pause();
    if (ended)
        return;
    ended = true;
    wait_for_all();
    fflush(nullptr);
    end(status);
}

void end_early(const char *why, bool)
{
    stopping = true;
    alarm(60); /* if even that takes too long */
    for (int i = 0; i < 500 && running; i++)
        usleep(10000);
    printf(_("the program was ended: %s\n"), why);
    end(-1);
}

__attribute__((constructor(102))) void begin()
{
    watch_ends(end_early, nullptr);
    on_exit(at_exit, nullptr);
}

} // namespace

} // namespace cpu_device::check
