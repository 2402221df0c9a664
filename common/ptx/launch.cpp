/* How a launch reaches the interpreter. In a file that `cucc --nvcc-ptx` has compiled the body of
 * each kernel is a call of ptx_kernel (cpu_device/include/launch.h): the CPU device launches as
 * usual, and its first thread of each block runs the whole block here, by nvcc's PTX of the kernel
 * in whose function it is. The PTX lies in a section of the program. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <algorithm>
#include "../cpu_device/run/runtime.h"
#include "symbols.h"
#include "traffic.h"

/* All the PTX of the program, each with a 0 at its end: the linker joins what cucc puts there. */
extern "C" const char __start_cpu_device_ptx[] __attribute__((weak)),
    __stop_cpu_device_ptx[] __attribute__((weak));

namespace cpu_device
{

/* ---- what goes into the report ------------------------------------------------------------- */

void ptx::report(const char *kind, const char *words)
{
    const char *path = getenv("PTX_REPORT");
    FILE *out = path && *path ? fopen(path, "a") : nullptr;
    if (!out)
        return;
    fprintf(out, "%s\t%s\n", kind, words);
    fclose(out);
}

namespace
{

/* ---- modules ------------------------------------------------------------------------------- */

struct entry {
    const module *in;
    const function *kernel;
};

std::mutex lock; /* of what follows */
std::vector<module *> modules;
std::map<std::string, std::vector<entry>> entries; /* by common name */
std::map<const void *, entry> known;               /* by an address in the kernel's function */
std::vector<stretch> variables;

[[noreturn]] void give_up(const char *words)
{
    fprintf(stderr, "ptx: %s\n", words);
    ptx::report("broken", words);
    fflush(nullptr);
    _exit(3);
}

std::string common_name(const char *name)
{
    std::string to(strlen(name) + 1, 0);
    symbol_common_name(name, &to[0]);
    to.resize(strlen(to.c_str()));
    return to;
}

const program_symbol *find_variable(const std::string &name, size_t size)
{
    size_t count;
    const program_symbol *all = program_symbols(&count), *found = nullptr;
    for (size_t i = 0; i < count; i++)
        if (!all[i].function && all[i].size >= size && name == all[i].name)
            found = &all[i];
    return found;
}

/* A variable lies where the host program has it, so that both see the same values; one that only
 * PTX has (a string) is its own. */
void place_variable(variable *v)
{
    const program_symbol *of_host = find_variable(common_name(v->name), v->size);
    if (of_host) {
        v->at = (unsigned char *)of_host->address;
    } else {
        v->own = true;
        v->at = (unsigned char *)aligned_alloc(64, ((size_t)v->size + 64) / 64 * 64);
        memcpy(v->at, v->initial, v->size);
    }
    variables.push_back({ (uintptr_t)v->at, v->size });
}

void fix_addresses(module *m)
{
    for (unsigned i = 0; i < m->variable_count; i++)
        for (unsigned k = 0; m->variables[i].own && k < m->variables[i].fix_count; k++) {
            const fix &f = m->variables[i].fixes[k];
            for (unsigned n = 0; n < m->variable_count; n++)
                if (!strcmp(m->variables[n].name, f.of)) {
                    uint64_t address = (uint64_t)(uintptr_t)m->variables[n].at + (uint64_t)f.plus;
                    memcpy(m->variables[i].at + f.offset, &address, 8);
                }
        }
    for (unsigned i = 0; i < m->symbol_constant_count; i++)
        m->constants[m->symbol_constants[2 * i]] =
            (uint64_t)(uintptr_t)m->variables[m->symbol_constants[2 * i + 1]].at;
}

void read_modules()
{
    char words[300];
    for (const char *text = __start_cpu_device_ptx; text && text < __stop_cpu_device_ptx;
         text += strlen(text) + 1) {
        if (!*text)
            continue;
        module *m = ptx_read(text, words, sizeof words);
        if (!m)
            give_up(words);
        for (unsigned i = 0; i < m->variable_count; i++)
            place_variable(&m->variables[i]);
        fix_addresses(m);
        modules.push_back(m);
        for (unsigned i = 0; i < m->function_count; i++)
            if (m->functions[i]->entry && m->functions[i]->defined)
                entries[common_name(m->functions[i]->name)].push_back({ m, m->functions[i] });
    }
}

/* The PTX of the kernel in whose function this address lies. */
entry find_entry(const void *inside)
{
    std::lock_guard<std::mutex> hold(lock);
    if (modules.empty())
        read_modules();
    auto found = known.find(inside);
    if (found != known.end())
        return found->second;
    const char *name = program_function_at(inside);
    auto &same = entries[name ? name : ""];
    std::string words =
        std::string("kernel ") + (name ? name : "without a name (is the program stripped?)") +
        (same.empty() ? " is not in nvcc's PTX" : " is in the PTX of several files");
    if (same.size() != 1)
        give_up(words.c_str());
    return known[inside] = same[0];
}

/* ---- the device's memory ------------------------------------------------------------------- */

struct shadow { /* which bytes of an array have been written: one of these for each */
    size_t size;
    std::unique_ptr<unsigned char, void (*)(void *)> bytes;
};
std::map<uintptr_t, shadow> shadows __attribute__((init_priority(101)));
std::mutex shadow_lock;

/* cudaMalloc, or what the host writes by copies and memset. */
void watch_memory(const void *p, size_t size, bool written)
{
    std::lock_guard<std::mutex> hold(shadow_lock);
    uintptr_t at = (uintptr_t)p;
    auto i = shadows.upper_bound(at);
    if (i != shadows.begin())
        --i;
    if (written) {
        if (i != shadows.end() && at - i->first < i->second.size)
            memset(i->second.bytes.get() + (at - i->first), 1,
                   std::min(size, i->second.size - (at - i->first)));
        return;
    }
    while (i != shadows.end() && i->first < at + size)
        i = i->first + i->second.size > at ? shadows.erase(i) : std::next(i);
    shadows.emplace(at, shadow{ size, { (unsigned char *)calloc(size, 1), free } });
}

__attribute__((constructor(102))) void begin() { on_device_memory = watch_memory; }

/* All that a kernel may touch, by address. */
void find_memory(std::vector<::stretch> &all)
{
    all.clear();
    for (auto &a : memory_of_kernels())
        all.push_back({ a.first, a.size, nullptr });
    for (auto &v : variables)
        all.push_back({ v.first, v.size, nullptr });
    std::lock_guard<std::mutex> hold(shadow_lock);
    for (auto &s : all) {
        auto found = shadows.find(s.first);
        if (found != shadows.end() && found->second.size == s.size)
            s.written = found->second.bytes.get();
    }
    std::sort(all.begin(), all.end(),
              [](const ::stretch &a, const ::stretch &b) { return a.first < b.first; });
}

/* ---- a block ------------------------------------------------------------------------------- */

struct runner { /* of a CPU thread */
    block b = {};
    std::vector<::stretch> memory;
    std::vector<unsigned char> params;
    ~runner() { ptx_free_block(&b); }
};

void place_arguments(runner *r, const function *f, const ptx_argument *arguments, unsigned count)
{
    bool fits = count == f->parameter_count;
    for (unsigned i = 0; fits && i < count; i++)
        fits = arguments[i].size == f->parameters[i].size;
    if (!fits)
        give_up(
            (std::string("the parameters of ") + f->name + " are not those of its PTX").c_str());
    r->params.assign(f->formal_bytes + 16, 0);
    for (unsigned i = 0; i < count; i++)
        memcpy(r->params.data() + f->parameters[i].offset, arguments[i].at, arguments[i].size);
}

void set_index(uint32_t *to, unsigned x, unsigned y, unsigned z)
{
    to[0] = x, to[1] = y, to[2] = z;
}

} // namespace

void ptx_run(const ptx_argument *arguments, unsigned count)
{
    static thread_local std::unique_ptr<runner> owner;
    auto *launch = static_cast<const kernel_operation *>(self->launch);
    entry e = find_entry((const char *)__builtin_return_address(0) - 1);
    if (!owner)
        owner.reset(new runner());
    runner *r = owner.get();
    block *b = &r->b;
    place_arguments(r, e.kernel, arguments, count);
    find_memory(r->memory);
    if (launch->where.shared)
        refuse_static_shared(e.kernel->shared_bytes); /* both together may be too much */
    b->module = e.in;
    b->kernel = e.kernel;
    b->name = launch->name;
    b->params = r->params.data();
    b->memory = r->memory.data();
    b->memory_count = r->memory.size();
    b->dynamic_bytes = (uint32_t)launch->where.shared;
    b->threads = blockDim.x * blockDim.y * blockDim.z;
    set_index(b->grid, gridDim.x, gridDim.y, gridDim.z);
    set_index(b->size, blockDim.x, blockDim.y, blockDim.z);
    set_index(b->index, blockIdx.x, blockIdx.y, blockIdx.z);
    b->tallies = ptx::tallies_of(b->name, e.in, e.kernel, !(blockIdx.x + blockIdx.y + blockIdx.z));
    ptx_run_block(b);
}

} // namespace cpu_device

/* ---- what the interpreter asks of its host ------------------------------------------------- */

using namespace cpu_device;

extern "C" void host_fault(enum fault what, const struct block *b, unsigned thread,
                           const char *words)
{
    static const cudaError_t errors[] = { cudaErrorIllegalAddress, cudaErrorMisalignedAddress,
                                          cudaErrorAssert, cudaErrorLaunchFailure };
    static thread_local char text[500];
    snprintf(text, sizeof text, "%s", words);
    threadIdx.x = thread % b->size[0];
    threadIdx.y = thread / b->size[0] % b->size[1];
    threadIdx.z = thread / b->size[0] / b->size[1];
    cpu_device::fault(errors[what], text);
    abort();
}

extern "C" void host_unknown(const char *name)
{
    fprintf(stderr, "ptx: %s is not known\n", name);
    ptx::report("unknown", name);
    fflush(nullptr);
    _exit(3);
}

extern "C" void host_note(enum note what, const char *words)
{
    static std::mutex lock;
    static auto *said = new std::set<std::string>();
    std::lock_guard<std::mutex> hold(lock);
    if (!said->insert(words).second)
        return;
    fprintf(stderr, "ptx: %s\n", words);
    ptx::report(what == UNWRITTEN ? "unwritten" : "asserted", words);
}

extern "C" void host_print(const char *text) { printf("%s", text); }

extern "C" void host_yield(void) { sched_yield(); }
