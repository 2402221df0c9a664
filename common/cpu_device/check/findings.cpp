/* CPU device: the bug finder: what it has found so far, and which arrays there are. */
#include <execinfo.h>
#include <string.h>
#include <algorithm>
#include "findings.h"

namespace cpu_device::check
{

unsigned long long accesses, launches;
size_t findings_so_far;
std::vector<std::string> kernels EARLY;
std::map<std::string, unsigned long long> not_known EARLY;
std::deque<finding> findings EARLY;
std::map<std::string, witness> witnesses EARLY;
std::map<uintptr_t, array> arrays EARLY;

namespace
{

std::mutex lock; /* of the findings and the arrays */
std::map<std::pair<int, std::string>, finding *> by_key EARLY;

} // namespace

finding *note(kind_of_bug kind, const std::string &key, bool *is_new)
{
    std::lock_guard<std::mutex> hold(lock);
    finding *&f = by_key[{ kind, key }];
    *is_new = !f;
    if (!f) {
        findings.emplace_back();
        f = &findings.back();
        f->kind = kind;
        f->after = findings_so_far++;
    }
    f->count++;
    return f;
}

void count_launch(const char *kernel)
{
    launches++;
    if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end())
        kernels.push_back(kernel);
}

bool can_report()
{
    std::unique_lock<std::mutex> hold(lock, std::try_to_lock);
    return hold.owns_lock() && std::none_of(findings.begin(), findings.end(), [](const finding &f) {
               return f.sides.empty() && f.made.empty();
           });
}

/* ---- what lies at an address ----------------------------------------------------------------- */

void know(const array &a)
{
    std::lock_guard<std::mutex> hold(lock);
    arrays[a.first] = a;
}

array *array_at(uintptr_t address)
{
    std::lock_guard<std::mutex> hold(lock);
    auto i = arrays.upper_bound(address);
    if (i == arrays.begin())
        return nullptr;
    array *a = &std::prev(i)->second;
    return address - a->first < a->size ? a : nullptr;
}

void know_element(uintptr_t address, unsigned bytes)
{
    array *a = array_at(address);
    if (a && !a->name && (address - a->first) % bytes == 0)
        a->element = bytes;
}

array *nearest_array(uintptr_t address)
{
    std::lock_guard<std::mutex> hold(lock);
    auto i = arrays.upper_bound(address);
    array *after = i == arrays.end() ? nullptr : &i->second;
    array *before = i == arrays.begin() ? nullptr : &std::prev(i)->second;
    if (!before || !after)
        return before ? before : after;
    return address - (before->first + before->size) <= after->first - address ? before : after;
}

static const char *kind_name(array_kind kind)
{
    return kind == device_array    ? "cudaMalloc"
           : kind == pinned_array  ? "cudaMallocHost"
           : kind == managed_array ? "cudaMallocManaged"
           : kind == pool_array    ? "cudaMallocAsync"
                                   : "";
}

/* a_tile[1][2]: the variable's element of that index, counted in elements of that size. */
static std::string element_name(const array &a, long long index, unsigned element, bool inside)
{
    auto at = [](long long i) { return "[" + std::to_string(i) + "]"; };
    long long row = a.inner[1] ? a.inner[1] : 1, plane = a.inner[0] * row;
    std::string name = strchr(a.name, ' ') ? _(a.name) : a.name; /* or the program's own */
    if (a.inner[1] && inside)
        return name + at(index / plane) + at(index % plane / row) + at(index % row);
    if (a.inner[0] && inside)
        return name + at(index / a.inner[0]) + at(index % a.inner[0]);
    return a.size > element || !inside ? name + at(index) : name;
}

/* Where the access lies, `offset` bytes from the array's beginning. */
static std::string position(const finding &f, const array &a, long long offset, bool inside)
{
    long long past = offset - (long long)(a.size - a.skipped);
    if (a.freed && inside)
        return _("the array has been freed");
    if (offset < 0)
        return say(_("%lld bytes before its beginning"), -offset);
    if (!a.size) /* dynamic shared memory */
        return _("the launch asks for none, by the third value in <<<...>>>");
    if (!inside || f.kind == out_of_bounds)
        return past >= 0 ? say(_("%lld bytes past its end"), past) : _("reaches past its end");
    return f.detail.text();
}

void describe(finding *f, uintptr_t address, bool shared)
{
    array *a = array_at(address);
    bool inside = a;
    if (!a)
        a = nearest_array(address);
    f->memory = shared ? "shared" : a && a->kind == constant_variable ? "constant" : "global";
    if (!a || a->shared != shared)
        return;
    uintptr_t away = inside               ? 0
                     : address < a->first ? a->first - address
                                          : address - (a->first + a->size);
    if (away > a->size && away > 65536) { /* it may have been meant for any array */
        f->detail = in_both([] { return _("far from any array"); });
        return;
    }
    long long offset = (long long)(address - a->first - a->skipped), n = f->bytes ? f->bytes : 1;
    if (f->kind == misaligned) { /* it may lie between two elements of n bytes */
        f->detail = in_both([=] {
            return say(_("the address, byte %lld of the array, is no multiple of %lld"), offset, n);
        });
        n = offset % n ? std::min(n, 4LL) : n;
    } else {
        f->detail = in_both([&] { return position(*f, *a, offset, inside); });
    }
    unsigned element = a->element ? a->element : (unsigned)n;
    f->size = a->size - a->skipped;
    f->index = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
    f->made = a->made;
    f->parameter = a->parameter ? a->parameter : "";
    if (a->freed && inside)
        f->freed = a->freed_by;
    f->array = a->name ? a->name : kind_name(a->kind);
    if (a->name)
        f->element = in_both([&] { return element_name(*a, f->index, element, inside); });
}

/* glibc's backtrace(): from the caller of the CPU device's function outwards. */
call_stack calls_here()
{
    void *frames[24];
    int n = backtrace(frames, 24);
    call_stack stack;
    for (int i = 1; i < n; i++)
        stack.push_back((char *)frames[i] - 1);
    return stack;
}

static void note_leak(const bilingual &what, const call_stack &made)
{
    std::string key;
    for (const void *pc : made)
        key += std::to_string((uintptr_t)pc) + " ";
    bool is_new;
    finding *f = note(leak, key, &is_new);
    if (is_new) {
        f->sides.push_back(by_calls(made, no_access));
        f->detail = what;
    }
}

void find_leaks(const std::vector<std::pair<bilingual, call_stack>> &objects)
{
    for (auto &i : arrays) {
        const array &a = i.second;
        if (!a.name && !a.freed)
            note_leak(in_both([&] {
                          return say(_("%zu bytes of %s are never freed"), a.size,
                                     kind_name(a.kind));
                      }),
                      a.made);
    }
    for (auto &o : objects)
        note_leak(o.first, o.second);
}

} // namespace cpu_device::check
