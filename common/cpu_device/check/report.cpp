/* CPU device: the bug finder: its report, as text and as JSON. From top to bottom: text; JSON;
 * which of the findings are reported. */
#include <string.h>
#include <algorithm>
#include "findings.h"

namespace cpu_device::check
{

namespace
{

std::string tuple_of(dim3 v)
{
    return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

/* ---- as text --------------------------------------------------------------------------------- */

/* In lines of at most 96 columns, two columns from the left. */
void print_wrapped(FILE *out, const std::string &text)
{
    size_t column = 0;
    for (size_t i = 0; i < text.size();) {
        size_t end = text.find(' ', i);
        end = end == std::string::npos ? text.size() : end;
        if (column && column + 1 + end - i > 96)
            column = 0, fputc('\n', out);
        fprintf(out, "%s%s", column ? " " : "  ", text.substr(i, end - i).c_str());
        column += (column ? 1 : 2) + end - i;
        i = end + 1;
    }
    fputc('\n', out);
}

/* explain: what such findings mean; orders: what other orders of the threads did. */
void print_finding(FILE *out, const finding &f, bool explain, bool orders)
{
    std::string first = f.sides.empty() ? place_of(f.made) : f.sides[0].place;
    fprintf(out, "%s%s: %s%s%s%s", is_warning(f) ? _("warning: ") : "", title(f).c_str(),
            f.kernel.empty() ? "" : "kernel ", f.kernel.c_str(), f.kernel.empty() ? "" : ", ",
            first.c_str());
    if (f.sides.size() > 1 && f.sides[1].place != first)
        fprintf(out, _(" and %s"),
                f.sides[1].place.substr(f.sides[1].place.rfind('/') + 1).c_str());
    fputc('\n', out);
    print_wrapped(out, sentence(f) + ".");
    if (explain)
        print_wrapped(out, meaning(f));
    if (orders && !about_orders(f).empty())
        fprintf(out, "  %s\n", about_orders(f).c_str());
    if (f.count > 1)
        fprintf(out, _("  Seen %llu times.\n"), f.count);
    fputc('\n', out);
}

/* The last line: how many were found, or what was watched. */
void print_sum(FILE *out, const std::vector<finding *> &all, const char *until)
{
    size_t warnings = (size_t)std::count_if(all.begin(), all.end(),
                                            [](const finding *f) { return is_warning(*f); });
    if (all.empty() && !launches)
        fputs(refused_launches
                  ? _("nothing was run: every launch was refused, so nothing has been checked\n")
                  : _("nothing was run: the program launched no kernel, so nothing has been "
                      "checked\n"),
              out);
    else if (all.empty())
        fprintf(out, _("nothing found%s: %zu %s, %llu %s, %llu accesses watched\n"), until,
                kernels.size(), kernels.size() == 1 ? _("kernel") : _("kernels"), launches,
                launches == 1 ? _("launch") : _("launches"), accesses);
    else if (warnings == all.size())
        fprintf(out,
                warnings > 1 ? _("%zu warnings; STRICT=1 makes them errors\n")
                             : _("%zu warning; STRICT=1 makes it an error\n"),
                warnings);
    else if (warnings)
        fprintf(out,
                warnings > 1 ? _("%zu findings, %zu of them warnings\n")
                             : _("%zu findings, %zu of them warning\n"),
                all.size(), warnings);
    else
        fprintf(out, all.size() > 1 ? _("%zu findings\n") : _("%zu finding\n"), all.size());
}

/* The first finding alone, an error if there is one. */
void print_first(FILE *out, const std::vector<finding *> &all)
{
    auto first =
        std::find_if(all.begin(), all.end(), [](const finding *f) { return !is_warning(*f); });
    if (!all.empty())
        print_finding(out, first == all.end() ? *all[0] : **first, false, false);
}

/* One access of an order: "thread (70,0,0) of block (0,0,0), line 13: reads box: 0 (usually 105)".
 */
std::string step_text(const finding &f, const witness_step &s, const std::string &name)
{
    std::string by;
    if (!s.by.pcs.empty())
        by = say(_("thread %s of block %s, line %s: "),
                 tuple_of(coordinates(s.by.thread, f.block)).c_str(),
                 tuple_of(coordinates(s.by.block, f.grid)).c_str(),
                 line_of(place_of(s.by.pcs)).c_str());
    return by + s.does + " " + name + s.value;
}

/* For make witness: one line, and before it the order that is replayed. */
void print_witness(FILE *out, const std::vector<finding *> &all)
{
    for (const finding *f : all) {
        auto w = witnesses.find(f->kernel);
        if (f->kind != race || w == witnesses.end() || w->second.launch.empty())
            continue;
        fprintf(out, _("order %u of %s\n"), w->second.order, w->second.launch.c_str());
        for (const witness_step &s : w->second.steps)
            fprintf(out, "%s%s\n", s.marked ? "--> " : "    ",
                    step_text(*f, s, short_name(w->second.stepped)).c_str());
        break;
    }
    fprintf(out, "%s\n", verdict_on_orders(all).c_str());
}

void print_text(FILE *out, const std::vector<finding *> &all, const char *until)
{
    std::set<std::string> explained;
    if (asks_for_witness())
        return print_witness(out, all);
    if (is_brief())
        return print_first(out, all);
    for (const finding *f : all)
        print_finding(out, *f, explained.insert(meaning(*f)).second,
                      f->kind == race && explained.insert("orders " + f->kernel).second);
    for (auto &k : not_known)
        fprintf(
            out,
            _("not known: whether accesses of kernel %s race, %llu times: too many locks, fences "
              "and atomics lie between\n"),
            k.first.c_str(), k.second);
    print_sum(out, all, until);
}

/* ---- as JSON --------------------------------------------------------------------------------- */

void put_three(json_out *j, const char *name, dim3 v)
{
    json_put(j, name, "[%u,%u,%u]", v.x, v.y, v.z);
}

void print_side(json_out *j, const finding &f, const side &s)
{
    static const char *accesses[] = { "read", "write", "atomic", "none" };
    json_open(j, nullptr, '{');
    json_text(j, "file", s.place.substr(0, s.place.rfind(':')).c_str());
    json_put(j, "line", "%s", line_of(s.place).c_str());
    if (s.in_kernel) {
        put_three(j, "block", coordinates(s.block, f.grid));
        put_three(j, "thread", coordinates(s.thread, f.block));
    }
    if (s.kind != no_access)
        json_text(j, "access", accesses[s.kind]);
    json_close(j, '}');
}

/* Which orders were tried after a race, and the accesses of the one that goes wrong. */
void print_orders(json_out *j, const finding &f)
{
    const witness &w = witnesses[f.kernel];
    json_open(j, "orders", '{');
    json_put(j, "tried", "%u", w.orders);
    json_text(j, "says", about_orders(f).c_str());
    if (w.found) {
        json_put(j, "order", "%u", w.order);
        json_text(j, "element", short_name(w.where).c_str());
        json_text(j, "value", w.got.c_str());
        json_text(j, "instead_of", w.instead.c_str());
    }
    json_open(j, "accesses", '[');
    for (const witness_step &s : w.steps) {
        json_open(j, nullptr, '{');
        json_put(j, "decides", s.marked ? "true" : "false");
        json_text(j, "says", step_text(f, s, short_name(w.stepped)).c_str());
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

/* "message" is English, "says" in the reader's language. */
void print_json_finding(json_out *j, const finding &f, bool with_orders)
{
    json_open_line(j, nullptr, '{');
    json_text(j, "kind", name_of(f.kind));
    json_text(j, "severity", is_warning(f) ? "warning" : "error");
    json_text(j, "kernel", f.kernel.c_str());
    json_text(j, "memory", f.memory);
    json_text(j, "array", f.array.empty() ? "" : name_of_array(f).c_str());
    json_put(j, "size", "%zu", f.size);
    json_put(j, "index", "%lld", f.index);
    json_put(j, "count", "%llu", f.count);
    json_open(j, "places", '[');
    for (const side &s : f.sides)
        print_side(j, f, s);
    json_close(j, ']');
    if (with_orders)
        print_orders(j, f);
    json_text(j, "says", (title(f) + ": " + sentence(f)).c_str());
    speaking in("en");
    json_text(j, "message", (title(f) + ": " + sentence(f)).c_str());
    json_close(j, '}');
}

void print_json(FILE *out, const std::vector<finding *> &all)
{
    std::set<std::string> ordered; /* kernels whose orders were told */
    json_out j = json_begin(out, "findings");
    for (const finding *f : all)
        print_json_finding(&j, *f, !about_orders(*f).empty() && ordered.insert(f->kernel).second);
    json_end(&j);
}

/* ---- which findings are reported ------------------------------------------------------------- */

/* Does this finding follow from another? A wrong address makes races and uninitialised reads at the
 * same place as well, and a race makes uninitialised reads. */
bool follows(const finding &f, const finding &from)
{
    bool wrong_address = from.kind == out_of_bounds || from.kind == misaligned ||
                         from.kind == wrong_memory || from.kind == barrier_divergence;
    bool waits = f.kind == barrier_divergence; /* for lanes that the mask does not name */
    if (!(f.kind == uninitialized && from.kind == race) &&
        !((f.kind == uninitialized || f.kind == race) && wrong_address && !is_unnamed(f)) &&
        !(waits && is_unnamed(from)) && !(f.kind == wrong_memory && from.kind == out_of_bounds))
        return false;
    bool known = f.memory[0] && from.memory[0] && from.size;
    if (known && (strcmp(f.memory, from.memory) || f.size != from.size || f.made != from.made))
        return false; /* of a different array */
    for (const side &a : f.sides)
        for (const side &b : from.sides)
            if (a.place == b.place)
                return true;
    return false;
}

/* The same lines, kernel and kind of memory as another finding: the two are one. */
std::string key_of(const finding &f)
{
    std::vector<std::string> lines;
    for (const side &s : f.sides)
        lines.push_back(s.place);
    std::sort(lines.begin(), lines.end());
    std::string key =
        std::to_string(f.kind) + "\n" + f.kernel + "\n" + (f.kind == out_of_bounds ? "" : f.memory);
    for (auto &l : lines)
        key += "\n" + l;
    return key;
}

void join(finding *first, const finding &f)
{
    bool twice = f.kind == out_of_bounds; /* the same access, by its index and by its address */
    unsigned long long count = twice ? std::max(first->count, f.count) : first->count + f.count;
    bool differs = first->differs || f.differs;
    if (!first->size && f.size)
        *first = f;
    first->count = count;
    first->differs = differs;
    first->relaxes |= f.relaxes;
}

/* A plain load that stands after the atomic in the source. */
bool loads_after(const finding &f)
{
    const side &a = f.sides[0], &b = f.sides[1];
    const side &load = a.kind == read_access ? a : b, &atomic = a.kind == read_access ? b : a;
    size_t file = load.place.rfind(':') + 1;
    return !load.place.compare(0, file, atomic.place, 0, file) &&
           atoi(line_of(load.place).c_str()) > atoi(line_of(atomic.place).c_str());
}

/* One finding for those at the same lines, and none that follows from another; in the order in
 * which they happened: a call that fails is the cause of what comes after it. */
std::vector<finding *> to_report()
{
    std::vector<finding *> joined, all;
    std::map<std::string, finding *> by_lines;
    for (finding &f : findings) {
        if (f.excused)
            continue;
        if (f.relaxes && loads_after(f)) {
            f.relaxes = false;
            f.differs = true;
        }
        finding *&first = by_lines[key_of(f)];
        if (first)
            join(first, f);
        else
            joined.push_back(first = &f);
    }
    for (finding *f : joined)
        if (std::none_of(joined.begin(), joined.end(),
                         [&](const finding *from) { return follows(*f, *from); }))
            all.push_back(f);
    std::stable_sort(all.begin(), all.end(), [](const finding *f, const finding *g) {
        bool failed = f->kind == unchecked_error;
        return f->after < g->after ||
               (f->after == g->after && failed && g->kind != unchecked_error);
    });
    return all;
}

void write_to(const char *path, void (*print)(FILE *, const std::vector<finding *> &),
              const std::vector<finding *> &all)
{
    FILE *out = path && *path ? fopen(path, "w") : nullptr;
    if (out) {
        print(out, all);
        fclose(out);
    }
}

} // namespace

counts report(const char *json, const char *sarif, const char *until)
{
    find_lines();
    std::vector<finding *> all = to_report();
    fflush(nullptr);
    print_text(stdout, all, until);
    fflush(stdout);
    write_to(json, print_json, all);
    write_to(sarif, print_sarif, all);
    counts n = {};
    for (const finding *f : all)
        ++(is_warning(*f) ? n.warnings : n.errors);
    return n;
}

} // namespace cpu_device::check
