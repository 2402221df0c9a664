/* CPU device: the bug finder: what the report says about a finding: its lines of the source, a
 * sentence on what happened, and what that means. A new kind of finding needs a line in
 * explanations[] and, if the usual sentence does not fit it, a case in sentence(). */
#include <string.h>
#include <algorithm>
#include <set>
#include "findings.h"

namespace cpu_device::check
{

namespace
{

struct explanation {
    const char *name, *title, *meaning;
};
/* In the order of kind_of_bug. */
const explanation explanations[] = {
    { "race", "race in %s memory",
      "Nothing orders the two: which comes first is luck, and so may be the result. "
      "__syncthreads() orders the threads of a block; only the end of the kernel, or atomics, "
      "order blocks. See handouts/en/lab03.md, sections 1 and 5." },
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
      "All threads of a block must reach the same __syncthreads(). CUDA does not say what "
      "happens otherwise: a GPU may go on in disorder, or wait for ever. See "
      "handouts/en/lab03.md, section 1." },
    { "missing-synchronize", "missing synchronize",
      "A launch and an asynchronous copy return before the device has done the work. Wait for "
      "it first: cudaDeviceSynchronize(), cudaStreamSynchronize() or an event. See "
      "handouts/en/lab01.md, section 4." },
    { "leak", "leak",
      "A program should give back what it takes: cudaFree, cudaFreeHost, cudaStreamDestroy, "
      "cudaEventDestroy." },
    { "misaligned", "misaligned access to %s memory",
      "A GPU loads and stores n bytes at once only at addresses divisible by n, 16 for a float4, "
      "and ends the kernel otherwise. See handouts/en/lab01.md, section 3." },
    { "unchecked-error", "error that nobody looked at",
      "A call that fails says so only in its result, and the program goes on without what the call "
      "should have done. Compare each result with cudaSuccess, and ask cudaGetLastError() after "
      "each launch. See handouts/en/errors.md, section 1." },
    { "lost-print", "printf that is lost",
      "A GPU keeps what kernels print until the host waits for it; a program that ends first shows "
      "nothing. Call cudaDeviceSynchronize() before the end. See handouts/en/lab01.md, section "
      "4." },
};

const char shuffle_meaning[] =
    "The value of a lane that has returned, or was never there, is undefined. Let all lanes of the "
    "mask come to the shuffle, the ones without work with a neutral value. See "
    "handouts/en/lab04.md.";

const char mask_meaning[] =
    "What a shuffle, a vote or __syncwarp() does is undefined in a lane that its mask does not "
    "name. The mask has a bit for each lane that comes there: 0xffffffff if all 32 do. See "
    "handouts/en/lab04.md.";

const char freed_meaning[] =
    "The memory has been given back and may be another array's by now: a GPU reads or spoils that, "
    "or ends the program. Free an array after its last use. See handouts/en/lab01.md, section 1.";

const char copy_meaning[] =
    "A copy of __pipeline_memcpy_async() runs beside its thread, until the thread has called "
    "__pipeline_commit() and then __pipeline_wait_prior(). Before that nobody may touch its "
    "destination or change its source; other threads also need a __syncthreads() after it. ";

const char constant_meaning[] =
    "Kernels read __constant__ variables, and the host sets them, with cudaMemcpyToSymbol. What a "
    "kernel's store does there is not defined: on a GPU it may be lost, or end the kernel. See "
    "handouts/en/occupancy.md, section 4.";

const char returned_meaning[] =
    "A function's local variables end with it: what lies there next is another function's. Let the "
    "caller have the variable, and give the function a pointer to it.";

const char heap_meaning[] =
    "The heap of a GPU's kernels does not check what it is given: it is spoiled, or the kernel "
    "ends. Give back once what malloc or new gave, and set its pointer to nullptr then.";

bool is_use_after_free(const finding &f) { return f.kind == out_of_bounds && !f.freed.empty(); }

bool is_wrong_free(const finding &f) { return f.kind == wrong_memory && !strcmp(f.memory, "heap"); }

bool is_store_to_constant(const finding &f)
{
    return f.kind == wrong_memory && f.sides[0].in_kernel && !strcmp(f.memory, "constant");
}

/* A read of a register: a shuffle from a lane without a value. */
bool is_shuffle(const finding &f) { return f.kind == uninitialized && !f.bytes; }

/* ---- lines of the source --------------------------------------------------------------------- */

lines_of_source places EARLY;

} // namespace

bool is_unnamed(const finding &f) { return is_shuffle(f) && f.sides[0].kind == no_access; }

std::string place_of(const call_stack &pcs)
{
    for (const void *pc : pcs) {
        auto i = places.find(pc);
        if (i != places.end() && !i->second.empty())
            return i->second;
    }
    return "?:0";
}

namespace
{

/* The first argument of a call in that line of the source, without & and casts: d_a. The line has
 * `calls` calls of the function, and it is the which-th of them, from 0; "" if the text differs. */
std::string argument_at(const std::string &place, const std::string &function, size_t which,
                        size_t calls)
{
    std::string line = text_at(place);
    const char *at = nullptr;
    size_t there = 0;
    for (const char *c = line.c_str(); (c = strstr(c, function.c_str())); c += function.size())
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

/* The name of the array that these calls have made: d_a. Several calls in one line have different
 * addresses, in the order of the line. */
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

} // namespace

void find_lines()
{
    std::vector<const void *> addresses;
    auto add = [&](const call_stack &pcs) {
        addresses.insert(addresses.end(), pcs.begin(), pcs.end());
    };
    for (finding &f : findings) {
        for (side &s : f.sides)
            add(s.pcs);
        add(f.made);
        add(f.freed);
    }
    for (auto &a : arrays) /* to tell apart those of one line */
        if (!findings.empty() && addresses.size() < 20000)
            add(a.second.made);
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    if (!addresses.empty())
        resolve(addresses, places);
    for (finding &f : findings)
        for (side &s : f.sides)
            if (s.place.empty())
                s.place = place_of(s.pcs);
}

/* ---- a sentence ------------------------------------------------------------------------------ */

dim3 coordinates(unsigned long long i, dim3 n)
{
    return dim3((unsigned)(i % n.x), (unsigned)(i / n.x % n.y), (unsigned)(i / n.x / n.y));
}

static std::string text_of(dim3 v)
{
    return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

std::string name_of_array(const finding &f)
{
    if (!f.element.empty())
        return f.element.text();
    if (f.array.empty())
        return !strcmp(f.memory, "local") ? _("a variable of the thread")
               : f.memory[0]              ? _("no array")
                                          : "";
    if (!f.parameter.empty())
        return say(_("%s[%lld], the launcher's parameter"), f.parameter.c_str(), f.index);
    std::string made = place_of(f.made), name = name_of(f.made, f.array);
    if (is_brief() && !name.empty())
        return name + "[" + std::to_string(f.index) + "]";
    if (name.empty())
        return say(_("element %lld of the array of %s at %s"), f.index, f.array.c_str(),
                   made.c_str());
    return say(_("%s[%lld], the array of %s at %s"), name.c_str(), f.index, f.array.c_str(),
               made.c_str());
}

std::string short_name(const finding &f)
{
    std::string name = !f.element.empty()     ? ""
                       : !f.parameter.empty() ? f.parameter
                                              : name_of(f.made, f.array);
    return name.empty() ? name_of_array(f) : name + "[" + std::to_string(f.index) + "]";
}

namespace
{

std::string verb(access_kind kind)
{
    return kind == read_access     ? _("reads")
           : kind == write_access  ? _("writes")
           : kind == atomic_access ? _("atomically changes")
                                   : _("uses");
}

std::string did_it(access_kind kind)
{
    return kind == read_access     ? _("read it")
           : kind == atomic_access ? _("changed it atomically")
                                   : _("wrote it");
}

/* Who did it: thread (1,0,0) of block (2,0,0); or cublasSgemm. */
std::string who(const finding &f, const side &s)
{
    if (!s.in_kernel)
        return f.subject.empty() ? _("the host") : f.subject.text();
    return say(_("thread %s of block %s"), text_of(coordinates(s.thread, f.block)).c_str(),
               text_of(coordinates(s.block, f.grid)).c_str());
}

/* The other side of a race: what it did before. */
std::string did(const finding &f, const side &s)
{
    if (!f.in_flight)
        return who(f, s) + " " + did_it(s.kind);
    return say(s.kind == write_access ? _("the copy of %s may still write it: %s")
                                      : _("the copy of %s may still read it: %s"),
               who(f, s).c_str(), f.detail.text().c_str());
}

/* What orders two threads of a block. */
std::string order_of_block(const finding &f)
{
    const side &a = f.sides[0], &b = f.sides[1];
    if (!a.in_kernel || !b.in_kernel || a.block != b.block)
        return "";
    if (a.place == b.place)
        return _(
            "; all must wait, by __syncthreads(), between reading and writing; where all change "
            "one element, each needs one of its own, or an atomic");
    bool one_warp = (unsigned long long)f.block.x * f.block.y * f.block.z <= 32;
    if (f.warps)
        return _("; __syncthreads() between the two orders them");
    return one_warp
               ? _("; they are of one warp, whose threads do not run in step: __syncwarp() "
                   "between the two orders them")
               : _("; they are of one warp, whose threads do not run in step: __syncthreads() "
                   "between the two orders them, __syncwarp() where only threads of one warp meet");
}

/* Two threads write the same element at one line: what does its index lack? */
std::string lacking_index(const finding &f)
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
    if (lacks.empty())
        return _("; both take the same element there: each needs one of its own, or an atomic");
    return say(
        _("; both take the same element there: does the index lack %s? each needs one of its "
          "own, or an atomic"),
        lacks.c_str());
}

std::string size_of(const finding &f)
{
    std::string size = std::to_string(f.size), array = name_of_array(f);
    if (f.size && is_brief() && array.find('[') != std::string::npos)
        return say(_(" (%s has %s bytes)"), array.substr(0, array.find('[')).c_str(), size.c_str());
    return f.size ? " (" + size + " bytes)" : "";
}

std::string race_sentence(const finding &f)
{
    const side &a = f.sides[0], &b = f.sides[1];
    std::string text =
        say(_("line %s: %s %s %s%s; line %s: %s"), line_of(a.place).c_str(), who(f, a).c_str(),
            verb(a.kind).c_str(), name_of_array(f).c_str(), is_brief() ? "" : size_of(f).c_str(),
            line_of(b.place).c_str(), did(f, b).c_str());
    if (f.in_flight)
        return text;
    std::string lacking = lacking_index(f);
    text += lacking.empty() ? order_of_block(f) : lacking;
    if (!f.detail.empty())
        text += "; " + f.detail.text();
    if (!f.differs)
        text += f.relaxes ? _("; that is right only where an old value does no harm")
                          : _("; each time both wrote the same value");
    return text;
}

std::string synchronize_sentence(const finding &f)
{
    const side &a = f.sides[0], &b = f.sides[1];
    std::string array = name_of_array(f) + size_of(f), object = f.object.text();
    std::string line = line_of(a.place), other = line_of(b.place);
    std::string does = say(_("%s it"), verb(b.kind).c_str());
    if (f.subject.english == "cudaFreeAsync")
        return say(
            _("cudaFreeAsync gives back %s, line %s, and its stream has not waited for %s, line "
              "%s, which %s"),
            array.c_str(), line.c_str(), object.c_str(), other.c_str(), does.c_str());
    if (object == "cudaMallocAsync")
        does = _("gives that memory in another stream");
    if (object == "cudaFreeAsync")
        does = _("takes that memory back in another stream");
    return say(_("%s %s %s, line %s, and has not waited for %s, line %s, which %s"),
               f.subject.text().c_str(), verb(a.kind).c_str(), array.c_str(), line.c_str(),
               object.c_str(), other.c_str(), does.c_str());
}

/* Who does what, in which line. */
std::string access_sentence(const finding &f, const std::string &what)
{
    return say(_("%s %s, line %s"), who(f, f.sides[0]).c_str(), what.c_str(),
               line_of(f.sides[0].place).c_str());
}

} // namespace

std::string sentence(const finding &f)
{
    const std::string detail = f.detail.text();
    switch (f.kind) {
    case race:
        return race_sentence(f);
    case missing_synchronize:
        return synchronize_sentence(f);
    case barrier_divergence:
    case leak:
    case unchecked_error:
    case lost_print:
        return detail;
    case wrong_memory:
        return access_sentence(f, verb(f.sides[0].kind) + " " + detail);
    default:
        break;
    }
    if (f.kind == out_of_bounds &&
        f.sides[0].kind == no_access) /* the compiler's check of an index */
        return access_sentence(f, verb(no_access) + " " + detail);
    if (is_unnamed(f))
        return access_sentence(f, detail);
    if (is_shuffle(f))
        return access_sentence(f, say(_("gets %s"), detail.c_str()));
    return access_sentence(f, say(_("%s %u bytes at %s%s"), verb(f.sides[0].kind).c_str(), f.bytes,
                                  name_of_array(f).c_str(), size_of(f).c_str())) +
           (detail.empty() ? "" : ": " + detail) +
           (f.freed.empty() ? "" : say(_(" in line %s"), line_of(place_of(f.freed)).c_str()));
}

/* ---- other orders of the threads ------------------------------------------------------------- */

/* harmless: its plain loads stand only beside atomics whose repetition does no harm. */
static std::string words_of(const witness &w, bool harmless)
{
    const char *again = getenv("CPU_DEVICE_WITNESS_AGAIN");
    return say(
        harmless
            ? _("an order that needs a further launch: %s = %s instead of %s; again: %s ORDER=%u")
            : _("an order in which it goes wrong: %s = %s instead of %s; again: %s ORDER=%u"),
        short_name(w.where).c_str(), w.got.c_str(), w.instead.c_str(),
        again ? again : _("the same"), w.order);
}

static std::string words_of_none(unsigned orders)
{
    return say(_("no order of %u changed the result: that proves nothing"), orders);
}

std::string about_orders(const finding &f)
{
    auto w = witnesses.find(f.kernel);
    if (f.kind != race || w == witnesses.end() || !w->second.orders)
        return "";
    return w->second.found          ? words_of(w->second, is_warning(f) && f.relaxes)
           : f.differs || f.relaxes ? words_of_none(w->second.orders)
                                    : _("both write the same value");
}

std::string verdict_on_orders(const std::vector<finding *> &all)
{
    unsigned orders = 0;
    const finding *worst = nullptr; /* of the races: one with a witness, an error if there is one */
    bool differs = false, other = false;
    for (auto &w : witnesses)
        orders += w.second.orders;
    for (const finding *f : all) {
        other |= f->kind != race && !is_warning(*f);
        if (f->kind != race)
            continue;
        differs |= f->differs || f->relaxes;
        auto found = [](const finding *race) { return witnesses[race->kernel].found; };
        if (!worst || (found(f) && (!found(worst) || is_warning(*worst))))
            worst = f;
    }
    if (worst && witnesses[worst->kernel].found)
        return about_orders(*worst);
    for (auto &w : witnesses) /* where no race was needed */
        if (!worst && w.second.found)
            return words_of(w.second, false);
    return differs || (!worst && orders) ? words_of_none(orders)
           : worst                       ? _("both write the same value")
           : other
               ? _("no race was found, so no other order was tried; make check names what is wrong")
               : _("no race was found, so no other order was tried");
}

/* ---- its title and its meaning --------------------------------------------------------------- */

const char *name_of(kind_of_bug kind) { return explanations[kind].name; }

bool is_warning(const finding &f)
{
    return f.kind == leak || f.kind == lost_print || (f.kind == race && !f.differs);
}

std::string title(const finding &f)
{
    if (is_unnamed(f))
        return _("shuffle or vote that leaves its own lane out");
    if (is_shuffle(f))
        return _("shuffle from a lane that is not there");
    if (is_use_after_free(f))
        return say(_("use after free of %s memory"), _(f.memory));
    if (f.kind == out_of_bounds && !f.memory[0]) /* the compiler's check of an index */
        return _("out of bounds of an array");
    return say(_(explanations[f.kind].title), _(f.memory));
}

std::string meaning(const finding &f)
{
    return _(is_unnamed(f)             ? mask_meaning
             : is_shuffle(f)           ? shuffle_meaning
             : is_use_after_free(f)    ? freed_meaning
             : f.in_flight             ? copy_meaning
             : is_store_to_constant(f) ? constant_meaning
             : is_wrong_free(f)        ? heap_meaning
             : f.ended                 ? returned_meaning
                                       : explanations[f.kind].meaning);
}

} // namespace cpu_device::check
