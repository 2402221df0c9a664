/* CPU device: the traffic counters: the end of the program: a table by kernel and line, a sentence
 * on each bad line, JSON. */
#include <string.h>
#include <unistd.h>
#include <algorithm>
#include "lines.h"
#include "runtime.h"
#include "traffic.h"

namespace cpu_device
{
namespace check
{

namespace
{

const char *const access_names[] = { "load", "store", "atomic" };

/* What one line of the source does to one array, or, for JSON, to all of one space. */
struct row {
    std::string file, array;
    int line;
    access_kind kind;
    bool shared;
    tally sum;
    double per(unsigned long long n) const { return (double)n / (double)sum.requests; }
    /* in sectors; a wavefront brings up to 128 bytes, four of them */
    unsigned long long waste() const { return (sum.units - sum.least) * (shared ? 4 : 1); }
};

bool same_line(const row &a, const row &b)
{
    return a.file == b.file && a.line == b.line && a.kind == b.kind && a.shared == b.shared;
}

bool wastes_more(const row &a, const row &b)
{
    return a.waste() != b.waste() ? a.waste() > b.waste()
           : a.file != b.file     ? a.file < b.file
           : a.line != b.line     ? a.line < b.line
                                  : std::make_tuple(a.kind, a.shared, a.array) <
                                    std::make_tuple(b.kind, b.shared, b.array);
}

std::vector<row> rows_of(const kernel_traffic &kernel, const lines_of_source &lines, bool by_array)
{
    std::vector<row> rows;
    for (auto &p : kernel.places) {
        const place &at = p.first.first;
        auto found = lines.find(at.pc);
        std::string text = found == lines.end() ? "?:0" : found->second;
        size_t colon = text.rfind(':');
        row r = { text.substr(0, colon),
                  by_array ? p.first.second : "",
                  atoi(text.c_str() + colon + 1),
                  at.kind,
                  at.shared,
                  p.second };
        auto same = std::find_if(rows.begin(), rows.end(), [&](const row &o) {
            return same_line(o, r) && o.array == r.array;
        });
        if (same == rows.end())
            rows.push_back(r);
        else
            same->sum.add(r.sum);
    }
    std::sort(rows.begin(), rows.end(), wastes_more);
    return rows;
}

/* ---- words ---------------------------------------------------------------------------------- */

std::string number(double x, const char *format = "%.1f")
{
    char text[32];
    snprintf(text, sizeof text, format, x);
    size_t n = strlen(text);
    return n > 2 && !strcmp(text + n - 2, ".0") ? std::string(text, n - 2) : text;
}

/* More sectors than the same lanes would need side by side from a sector's beginning; or conflicts.
 */
bool is_bad(const row &r)
{
    if (r.shared)
        return 20 * (r.sum.units - r.sum.least) >= r.sum.requests;
    return 10 * r.sum.units >= 12 * r.sum.least && r.sum.units > r.sum.dense;
}

/* What the addresses look like. */
std::string pattern(const row &r)
{
    static const char *const verbs[] = { "read", "write", "change" };
    std::string threads = std::string("neighbouring threads ") + verbs[r.kind] + " ";
    long d = no_pattern;
    unsigned long long most = 0;
    for (auto &i : r.sum.distances)
        if (i.second > most)
            most = i.second, d = i.first;
    if (d == no_pattern)
        return threads + "addresses that follow no pattern";
    if (d == 0)
        return threads + "mostly the same address, others far away";
    if (!r.shared && (unsigned long)labs(d) == r.sum.width)
        return threads + "neighbouring addresses, but these do not begin and end where sectors do";
    return threads + "addresses " + std::to_string(labs(d)) + " bytes apart" +
           (r.shared && d % 128 == 0 ? ", all in one bank" : "");
}

std::string sentence(const row &r)
{
    std::string name = r.file.substr(r.file.rfind('/') + 1), text;
    text = name + ":" + std::to_string(r.line) + " " + access_names[r.kind] +
           (r.array.empty() ? "" : " " + r.array) + ": ";
    if (r.shared)
        text +=
            number(r.per(r.sum.units - r.sum.least)) + " bank conflicts per request, 0 would do";
    else
        text += number(r.per(r.sum.units)) + " sectors per request, " + number(r.per(r.sum.least)) +
                " would do";
    return text + ": " + pattern(r) + (r.sum.differ || r.sum.cut ? " (approximate)" : "");
}

/* 12 345 678 */
std::string grouped(unsigned long long n)
{
    std::string text = std::to_string(n);
    for (size_t i = text.size(); i > 3;)
        text.insert(i -= 3, " ");
    return text;
}

/* ---- the report ----------------------------------------------------------------------------- */

void print_row(const row &r)
{
    std::string place = r.file.substr(r.file.rfind('/') + 1) + ":" + std::to_string(r.line);
    std::string what = std::string(access_names[r.kind]) + (r.array.empty() ? "" : " " + r.array);
    std::string sectors = number(r.per(r.sum.units), "%.2f"),
                least = number(r.per(r.sum.least), "%.2f"),
                use = number(100 * (double)r.sum.least / (double)r.sum.units, "%.0f");
    std::string conflicts = number(r.per(r.sum.units - r.sum.least), "%.2f");
    printf("  %-24s %-20s %-6s %13s %8s %6s %5s %9s%s\n", place.c_str(), what.c_str(),
           r.shared ? "shared" : "global", grouped(r.sum.requests).c_str(),
           r.shared ? "-" : sectors.c_str(), r.shared ? "-" : least.c_str(),
           r.shared ? "-" : use.c_str(), r.shared ? conflicts.c_str() : "-",
           r.sum.differ || r.sum.cut ? " ~" : "");
}

void print_kernel(const std::string &name, const kernel_traffic &kernel,
                  const lines_of_source &lines)
{
    std::vector<row> rows = rows_of(kernel, lines, true);
    printf("\nkernel %s, %llu launch%s\n", name.c_str(), kernel.launches,
           kernel.launches == 1 ? "" : "es");
    if (rows.empty())
        return (void)puts("  asks neither global nor shared memory for anything");
    printf("  %-24s %-20s %-6s %13s %8s %6s %5s %9s\n", "", "", "", "", "sectors", "", "",
           "conflicts");
    printf("  %-24s %-20s %-6s %13s %8s %6s %5s %9s\n", "line", "", "memory", "requests",
           "/request", "least", "use %", "/request");
    bool cut = false, differ = false;
    for (const row &r : rows)
        print_row(r), cut |= r.sum.cut, differ |= r.sum.differ;
    if (differ || cut)
        printf("  ~ approximate: %s\n",
               cut ? "so many accesses that only the first were counted"
                   : "a warp's threads made different numbers of trips through a loop");
    for (const row &r : rows)
        if (is_bad(r))
            printf("  %s\n", sentence(r).c_str());
}

void print_text(const lines_of_source &lines)
{
    for (auto &k : traffic)
        print_kernel(k.first, k.second, lines);
    puts("\nA request is one instruction of a warp; a sector is 32 bytes; least: what the bytes "
         "asked for\n"
         "would fill; conflicts: wavefronts less the fewest. Per request these are exact but where "
         "~ says\n"
         "approximate: what a GPU's profiler shows, before caches. How many requests there are "
         "depends on\n"
         "what the compiler keeps in registers: those are this build's, not a GPU's.");
}

void print_json_row(FILE *out, const row &r, const std::vector<row> &by_array)
{
    double units = r.per(r.sum.units), least = r.per(r.sum.least);
    fprintf(out,
            "\n{\"file\":%s,\"line\":%d,\"access\":\"%s\",\"space\":\"%s\",\"requests\":%llu,"
            "\"sectors\":%llu,\"sectors_per_request\":%.6g,\"least_per_request\":%.6g,"
            "\"bank_conflicts_per_request\":%.6g,\"approximate\":%s,\"messages\":[",
            quoted(r.file).c_str(), r.line, access_names[r.kind], r.shared ? "shared" : "global",
            r.sum.requests, r.shared ? 0 : r.sum.units, r.shared ? 0 : units, least,
            r.shared ? units - least : 0, r.sum.differ || r.sum.cut ? "true" : "false");
    const char *comma = "";
    for (const row &part : by_array)
        if (same_line(part, r) && is_bad(part)) {
            fprintf(out, "%s%s", comma, quoted(sentence(part)).c_str());
            comma = ",";
        }
    fputs("]}", out);
}

void print_json(FILE *out, const lines_of_source &lines)
{
    const char *comma = "";
    fputs("{\"kernels\":[", out);
    for (auto &k : traffic) {
        std::vector<row> by_array = rows_of(k.second, lines, true);
        fprintf(out, "%s\n{\"kernel\":%s,\"launches\":%llu,\"lines\":[", comma,
                quoted(k.first).c_str(), k.second.launches);
        comma = "";
        for (const row &r : rows_of(k.second, lines, false)) {
            fputs(comma, out);
            print_json_row(out, r, by_array);
            comma = ",";
        }
        fputs("]}", out);
        comma = ",";
    }
    fputs("\n]}\n", out);
}

void report()
{
    std::vector<const void *> addresses;
    for (auto &k : traffic)
        for (auto &p : k.second.places)
            addresses.push_back(p.first.first.pc);
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
}

/* Status 0; 1: the program or a kernel failed; 2: it launched no kernel. */
void at_exit(int status, void *)
{
    static bool ended;
    if (ended)
        return;
    ended = true;
    wait_for_all();
    fflush(nullptr);
    if (traffic.empty())
        puts("nothing was run: the program launched no kernel, so nothing has been counted");
    else
        report();
    if (status)
        printf("the program itself ended with status %d\n", status);
    fflush(stdout);
    _exit(status || fault_code ? 1 : traffic.empty() ? 2 : 0);
}

__attribute__((constructor(102))) void begin() { on_exit(at_exit, nullptr); }

} // namespace

void link_report() {} /* or the linker would leave this file out */

} // namespace check
} // namespace cpu_device
