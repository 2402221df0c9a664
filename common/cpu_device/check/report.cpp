/* CPU device: the bug finder: its report: the findings with their lines of the source, explained,
 * as text and as JSON. */
#include <string.h>
#include <algorithm>
#include <set>
#include "../include/sheets.h"
#include "findings.h"

namespace cpu_device
{
namespace check
{

namespace
{

struct explanation {
    const char *name, *title, *meaning;
};
/* In the order of kind_of_bug. */
const explanation explanations[] = {
    { "race", "race in %s memory",
      "Nothing orders the two: which comes first is luck, and so is the result. Between threads "
      "of a block __syncthreads() orders; between blocks only the end of the kernel, or atomics. "
      "See handouts/en/lab03.md, sections 1 and 5." },
    { "out-of-bounds", "out of bounds in %s memory",
      "The address is not part of the array. On a GPU this reads or spoils other data, or ends "
      "the program, or seems to work. Which thread computes this index, and who should have "
      "stopped it? See handouts/en/lab01.md, section 1." },
    { "uninitialized", "uninitialised read of %s memory",
      "Nobody has stored anything there before: the value is whatever was left in memory. See "
      "handouts/en/lab03.md, section 1." },
    { "wrong-memory", "wrong memory",
      "A kernel reaches only what cudaMalloc and its relatives gave, or __device__ variables; "
      "the host reaches only its own memory. cudaMemcpy copies between them. See "
      "handouts/en/lab01.md, section 1." },
    { "barrier-divergence", "barrier divergence",
      "All threads of a block must come to the same __syncthreads(). On a GPU the others wait "
      "for ever, or the block goes on in disorder. See handouts/en/lab03.md, section 1." },
    { "missing-synchronize", "missing synchronize",
      "A launch and an asynchronous copy return before the device has done the work. Wait for "
      "it first: cudaDeviceSynchronize(), cudaStreamSynchronize() or an event. See "
      "handouts/en/lab01.md, section 4." },
    { "leak", "leak",
      "What a program takes it should give back: cudaFree, cudaFreeHost, cudaStreamDestroy, "
      "cudaEventDestroy." },
    { "misaligned", "misaligned access to %s memory",
      "A GPU loads and stores n bytes at once only at addresses divisible by n, 16 for a float4, "
      "and ends the kernel otherwise. See handouts/en/lab01.md, section 3." },
    { "unchecked-error", "error that nobody looked at",
      "A call that fails says so in its result alone, and the program goes on without what it was "
      "to do. Compare each result with cudaSuccess, and ask cudaGetLastError() behind each launch. "
      "See handouts/en/errors.md, section 1." },
    { "lost-print", "printf that is lost",
      "A GPU keeps what kernels print until the host waits for it; a program that ends first shows "
      "nothing. Call cudaDeviceSynchronize() before the end. See handouts/en/lab01.md, section "
      "4." },
};

/* ---- lines of the source --------------------------------------------------------------------- */

lines_of_source places EARLY;

std::string place_of(const call_stack &pcs)
{
    for (const void *pc : pcs) {
        auto i = places.find(pc);
        if (i != places.end() && !i->second.empty())
            return i->second;
    }
    return "?:0";
}

/* The first argument of the call in that line of the source, without & and casts: d_a. Of several
 * calls there it is the which-th of `calls`; if the line has another number of them, nobody knows.
 */
std::string argument_at(const std::string &place, const std::string &function, size_t which,
                        size_t calls)
{
    size_t colon = place.rfind(':');
    FILE *f = fopen(place.substr(0, colon).c_str(), "r");
    char line[1024] = "";
    for (int n = atoi(place.c_str() + colon + 1); f && n > 0; n--)
        if (!fgets(line, sizeof line, f))
            line[0] = 0;
    if (f)
        fclose(f);
    const char *at = nullptr;
    size_t there = 0;
    for (const char *c = line; (c = strstr(c, function.c_str())); c += function.size())
        if (c[function.size()] == '(' && there++ == which)
            at = c + function.size();
    if (!at || there != calls)
        return "";
    at++;
    if (*at == '(' && strchr(at, ')'))
        at = strchr(at, ')') + 1;
    at += strspn(at, " &");
    std::string name(at, strcspn(at, ",;"));
    return !name.empty() && name.find_first_of("()\"\\ ") == std::string::npos ? name : "";
}

/* The same for the array made by these calls. The calls of one line have different addresses, in
 * the order of the line. */
std::string name_of(const call_stack &made, const std::string &function)
{
    std::string place = place_of(made);
    auto call_at = [&](const call_stack &stack) -> const void * {
        for (const void *pc : stack)
            if (places.count(pc))
                return places[pc] == place ? pc : nullptr;
        return nullptr;
    };
    const void *mine = call_at(made);
    std::set<const void *> calls;
    for (auto &a : arrays)
        if (const void *pc = call_at(a.second.made))
            calls.insert(pc);
    size_t which = (size_t)std::distance(calls.begin(), calls.find(mine));
    return argument_at(place, function, which, calls.size());
}

dim3 coordinates(unsigned long long i, dim3 n)
{
    return dim3((unsigned)(i % n.x), (unsigned)(i / n.x % n.y), (unsigned)(i / n.x / n.y));
}

std::string text_of(dim3 v)
{
    return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

/* ---- the report ------------------------------------------------------------------------------ */

bool is_warning(const finding &f)
{
    return f.kind == leak || f.kind == lost_print || (f.kind == race && !f.differs);
}

std::string line_of(const std::string &place) { return place.substr(place.rfind(':') + 1); }

std::string name_of_array(const finding &f)
{
    if (!f.element.empty())
        return f.element;
    if (f.array.empty())
        return f.memory[0] ? "no array" : "";
    std::string made = place_of(f.made), name = name_of(f.made, f.array);
    return (name.empty() ? "element " : name + "[") + std::to_string(f.index) +
           (name.empty() ? " of the array of " : "], the array of ") + f.array + " at " + made;
}

std::string verb(access_kind kind)
{
    return kind == read_access     ? "reads"
           : kind == write_access  ? "writes"
           : kind == atomic_access ? "atomically changes"
                                   : "uses";
}

std::string did_it(access_kind kind)
{
    return kind == read_access     ? "read it"
           : kind == atomic_access ? "changed it atomically"
                                   : "wrote it";
}

/* Who did it: thread (1,0,0) of block (2,0,0). */
std::string who(const finding &f, const side &s)
{
    if (!s.in_kernel)
        return "the host";
    return "thread " + text_of(coordinates(s.thread, f.block)) + " of block " +
           text_of(coordinates(s.block, f.grid));
}

bool in_one_warp(const finding &f)
{
    const side &a = f.sides[0], &b = f.sides[1];
    return !f.warps && a.in_kernel && b.in_kernel && a.block == b.block;
}

/* Two threads that both write an element at one line: of what does its index know nothing? */
std::string same_element(const finding &f)
{
    const side &a = f.sides[0], &b = f.sides[1];
    if (!f.differs || !a.in_kernel || !b.in_kernel || a.place != b.place ||
        a.kind != write_access || b.kind != write_access)
        return "";
    dim3 one = coordinates(a.thread, f.block), other = coordinates(b.thread, f.block);
    std::string lacks;
    if (a.block != b.block)
        lacks = a.thread == b.thread ? "blockIdx" : "";
    else if (one.x == other.x && one.z == other.z)
        lacks = "threadIdx.y";
    else if (one.x == other.x && one.y == other.y)
        lacks = "threadIdx.z";
    return "; both take the same element there: " +
           (lacks.empty() ? "" : "does the index lack " + lacks + "? ") +
           "each needs one of its own, or an atomic";
}

std::string sentence(const finding &f)
{
    const side *a = f.sides.empty() ? nullptr : &f.sides[0];
    const side *b = f.sides.size() > 1 ? &f.sides[1] : nullptr;
    std::string array = name_of_array(f), size, text;
    if (f.size)
        size = " (" + std::to_string(f.size) + " bytes)";
    switch (f.kind) {
    case race:
        text = "line " + line_of(a->place) + ": " + who(f, *a) + " " + verb(a->kind) + " " + array +
               size + "; line " + line_of(b->place) + ": " + who(f, *b) + " " + did_it(b->kind);
        text += same_element(f);
        if (in_one_warp(f) && same_element(f).empty())
            text +=
                "; they are of one warp, whose threads do not run in step: __syncwarp() between "
                "the two orders them";
        if (!f.detail.empty())
            text += "; " + f.detail;
        if (!f.differs)
            text += f.relaxes ? "; that is right only where an old value does no harm"
                              : "; each time both wrote the same value";
        break;
    case missing_synchronize:
        text = f.subject + " " + verb(a->kind) + " " + array + size + ", line " +
               line_of(a->place) + ", and has not waited for " + f.object + ", line " +
               line_of(b->place) + ", which " + verb(b->kind) + " it";
        break;
    case barrier_divergence:
    case wrong_memory:
    case leak:
    case unchecked_error:
    case lost_print:
        text = f.detail;
        break;
    case out_of_bounds:
        if (a->kind == no_access) { /* seen by the compiler's check of an index */
            text = who(f, *a) + " uses " + f.detail + ", line " + line_of(a->place);
            break;
        }
        /* fall through */
    case uninitialized:
        if (!f.bytes) { /* a shuffle */
            text = who(f, *a) + " gets " + f.detail + ", line " + line_of(a->place);
            break;
        }
        /* fall through */
    default:
        text = who(f, *a) + " " + verb(a->kind) + " " + std::to_string(f.bytes) + " bytes at " +
               array + size + ", line " + line_of(a->place);
        if (!f.detail.empty())
            text += ": " + f.detail;
    }
    if (f.kind == wrong_memory)
        text = who(f, *a) + " " + verb(a->kind) + " " + text + ", line " + line_of(a->place);
    return text;
}

std::string in_language_of_reader(std::string text)
{
    size_t at = text.find("handouts/en/");
    if (at != std::string::npos)
        text.replace(at + strlen("handouts/"), 2, sheets_language());
    return text;
}

/* Two sentences of at most 96 columns each way. */
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

std::string title(const finding &f)
{
    char text[128];
    if (f.kind == uninitialized && !f.bytes)
        return "shuffle from a lane that is not there";
    if (f.kind == out_of_bounds && !f.memory[0]) /* the compiler's check of an index */
        return "out of bounds of an array";
    snprintf(text, sizeof text, explanations[f.kind].title, f.memory);
    return text;
}

void print_text(FILE *out, const std::vector<finding *> &all, const char *until)
{
    bool explained[sizeof explanations / sizeof explanations[0]] = {};
    for (const finding *f : all) {
        std::string first = f->sides.empty() ? place_of(f->made) : f->sides[0].place;
        fprintf(out, "%s%s: %s%s%s", is_warning(*f) ? "warning: " : "", title(*f).c_str(),
                f->kernel.empty() ? "" : "kernel ", f->kernel.c_str(),
                f->kernel.empty() ? "" : ", ");
        fputs(first.c_str(), out);
        if (f->sides.size() > 1 && f->sides[1].place != first)
            fprintf(out, " and %s",
                    f->sides[1].place.substr(f->sides[1].place.rfind('/') + 1).c_str());
        fputc('\n', out);
        print_wrapped(out, sentence(*f) + ".");
        bool shuffle = f->kind == uninitialized && !f->bytes;
        if (shuffle)
            print_wrapped(out,
                          in_language_of_reader(
                              "The value of a lane that has returned, or was never there, is "
                              "undefined. Let all lanes of the mask come to the shuffle, the ones "
                              "without work with a neutral value. See handouts/en/lab04.md."));
        else if (!explained[f->kind])
            print_wrapped(out, in_language_of_reader(explanations[f->kind].meaning));
        explained[f->kind] |= !shuffle;
        if (f->count > 1)
            fprintf(out, "  Seen %llu times.\n", f->count);
        fputc('\n', out);
    }
    size_t warnings = (size_t)std::count_if(all.begin(), all.end(),
                                            [](const finding *f) { return is_warning(*f); });
    if (all.empty() && !launches)
        fputs("nothing was run: the program launched no kernel, so nothing has been checked\n",
              out);
    else if (all.empty())
        fprintf(out, "nothing found%s: %zu kernel%s, %llu launch%s, %llu accesses watched\n", until,
                kernels.size(), kernels.size() == 1 ? "" : "s", launches, launches == 1 ? "" : "es",
                accesses);
    else if (warnings == all.size())
        fprintf(out, "%zu warning%s; STRICT=1 makes %s\n", warnings, warnings > 1 ? "s" : "",
                warnings > 1 ? "them errors" : "it an error");
    else if (warnings)
        fprintf(out, "%zu findings, %zu of them warning%s\n", all.size(), warnings,
                warnings > 1 ? "s" : "");
    else
        fprintf(out, "%zu finding%s\n", all.size(), all.size() > 1 ? "s" : "");
}

std::string list_of(dim3 v)
{
    return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + "]";
}

void print_json(FILE *out, const std::vector<finding *> &all)
{
    static const char *accesses[] = { "read", "write", "atomic", "none" };
    fputs("{\"findings\":[", out);
    for (size_t i = 0; i < all.size(); i++) {
        const finding &f = *all[i];
        fprintf(out,
                "%s\n{\"kind\":\"%s\",\"severity\":\"%s\",\"kernel\":%s,\"memory\":%s,\"array\":%s,"
                "\"size\":%zu,\"index\":%lld,\"count\":%llu,\"places\":[",
                i ? "," : "", explanations[f.kind].name, is_warning(f) ? "warning" : "error",
                quoted(f.kernel).c_str(), quoted(f.memory).c_str(),
                quoted(f.array.empty() ? "" : name_of_array(f)).c_str(), f.size, f.index, f.count);
        for (size_t k = 0; k < f.sides.size(); k++) {
            const side &s = f.sides[k];
            std::string file = s.place.substr(0, s.place.rfind(':'));
            fprintf(out, "%s{\"file\":%s,\"line\":%s", k ? "," : "", quoted(file).c_str(),
                    line_of(s.place).c_str());
            if (s.in_kernel)
                fprintf(out, ",\"block\":%s,\"thread\":%s",
                        list_of(coordinates(s.block, f.grid)).c_str(),
                        list_of(coordinates(s.thread, f.block)).c_str());
            if (s.kind != no_access)
                fprintf(out, ",\"access\":\"%s\"", accesses[s.kind]);
            fputc('}', out);
        }
        fprintf(out, "],\"message\":%s}", quoted(title(f) + ": " + sentence(f)).c_str());
    }
    fputs("\n]}\n", out);
}

/* What follows from another finding: a place where a wrong address was used makes races and
 * uninitialised reads as well, and a race makes uninitialised reads. */
bool follows(const finding &f, const finding &from)
{
    bool wrong_address = from.kind == out_of_bounds || from.kind == misaligned ||
                         from.kind == wrong_memory || from.kind == barrier_divergence;
    if (!(f.kind == uninitialized && from.kind == race) &&
        !((f.kind == uninitialized || f.kind == race) && wrong_address) &&
        !(f.kind == wrong_memory && from.kind == out_of_bounds))
        return false;
    bool known = f.memory[0] && from.memory[0] && from.size;
    if (known && (strcmp(f.memory, from.memory) || f.size != from.size || f.made != from.made))
        return false; /* of another array */
    for (const side &a : f.sides)
        for (const side &b : from.sides)
            if (a.place == b.place)
                return true;
    return false;
}

} // namespace

/* Resolves, merges what stands at the same lines, leaves out what follows from others; prints.
 */
counts report(const char *json, const char *until)
{
    std::vector<const void *> addresses;
    for (finding &f : findings) {
        for (side &s : f.sides)
            addresses.insert(addresses.end(), s.pcs.begin(), s.pcs.end());
        addresses.insert(addresses.end(), f.made.begin(), f.made.end());
    }
    for (auto &a : arrays) /* those of one line are told apart */
        if (!findings.empty() && addresses.size() < 20000)
            addresses.insert(addresses.end(), a.second.made.begin(), a.second.made.end());
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    if (!addresses.empty())
        resolve(addresses, places);
    std::vector<finding *> merged, all;
    std::map<std::string, finding *> by_lines;
    for (finding &f : findings) {
        if (f.excused)
            continue;
        std::vector<std::string> lines;
        for (side &s : f.sides) {
            if (s.place.empty())
                s.place = place_of(s.pcs);
            lines.push_back(s.place);
        }
        std::sort(lines.begin(), lines.end());
        std::string key = std::to_string(f.kind) + "\n" + f.kernel + "\n" +
                          (f.kind == out_of_bounds ? "" : f.memory);
        for (auto &l : lines)
            key += "\n" + l;
        finding *&first = by_lines[key];
        if (first) {
            bool twice = f.kind == out_of_bounds; /* by its index and by its address */
            unsigned long long count =
                twice ? std::max(first->count, f.count) : first->count + f.count;
            bool differs = first->differs || f.differs;
            if (!first->size && f.size)
                *first = f;
            first->count = count;
            first->differs = differs;
            first->relaxes |= f.relaxes;
        } else {
            merged.push_back(first = &f);
        }
    }
    for (finding *f : merged)
        if (std::none_of(merged.begin(), merged.end(),
                         [&](const finding *from) { return follows(*f, *from); }))
            all.push_back(f);
    fflush(nullptr);
    print_text(stdout, all, until);
    fflush(stdout);
    FILE *out = json ? fopen(json, "w") : nullptr;
    if (out) {
        print_json(out, all);
        fclose(out);
    }
    counts n = {};
    for (const finding *f : all)
        ++(is_warning(*f) ? n.warnings : n.errors);
    return n;
}

} // namespace check
} // namespace cpu_device
