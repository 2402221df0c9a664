/* CPU device: launches: what is known of a kernel; the device's limits; arguments; the API: kernels
 * by address. */
#include <algorithm>
#include <sys/mman.h>
#include "memory.h"

namespace cpu_device
{

/* ---- what is known of a kernel --------------------------------------------------------------- */

namespace
{

const size_t shared_usual = 48 * 1024;   /* bytes of dynamic shared memory, */
const size_t shared_optin = shared_most; /* and after cudaFuncSetAttribute */

struct known_kernel {
    untyped_launch launch = nullptr;
    const char *name = nullptr; /* of a template's kernel it is not known */
    size_t fixed = 0;           /* bytes of its __shared__ variables */
    unsigned long long most_threads = 1024;
    bool opted_in = false; /* cudaFuncSetAttribute: */
    size_t dynamic = 0;    /* the most bytes of dynamic shared memory */
};

std::mutex kernels_lock;
std::atomic<size_t> largest_dynamic = shared_usual; /* that any kernel has asked for */

/* Filled before main, when no device is wanted yet: a program that forks gives its child none. */
std::map<const void *, known_kernel> &kernels()
{
    static auto *all = new std::map<const void *, known_kernel>();
    return *all;
}

known_kernel find_kernel(const void *kernel)
{
    std::lock_guard<std::mutex> hold(kernels_lock);
    auto found = kernels().find(kernel);
    return found == kernels().end() ? known_kernel() : found->second;
}

/* How much dynamic shared memory a launch may ask for; `kernel` is null where it is not known. */
size_t dynamic_limit(const void *kernel, const known_kernel &k, size_t wanted)
{
    if (!kernel)
        return largest_dynamic;
    return k.opted_in ? k.dynamic : wanted ? shared_usual - k.fixed : shared_usual;
}

} // namespace

int know_static_shared(const void *kernel, size_t bytes)
{
    size_t &known = kernels()[kernel].fixed;
    known = std::max(known, bytes); /* each declaration gives the sum up to it */
    return 0;
}

int know_launch_bounds(const void *kernel, unsigned long long threads)
{
    kernels()[kernel].most_threads = threads;
    return 0;
}

int register_kernel(const void *kernel, const char *name, untyped_launch launch)
{
    kernels()[kernel].launch = launch;
    kernels()[kernel].name = name;
    return 0;
}

const char *name_of_kernel(const void *kernel)
{
    const char *name = find_kernel(kernel).name;
    return name ? name : _("(by address)");
}

const char *place_of_launch(const char *file, int line)
{
    static auto *all = new std::set<std::string>();
    std::lock_guard<std::mutex> hold(kernels_lock);
    return all->insert(std::string(file) + ":" + std::to_string(line)).first->c_str();
}

/* ---- limits ---------------------------------------------------------------------------------- */

namespace
{

/* Once per kernel and name, or place: whether this has not been said yet. */
bool first_note(const char *about, const char *name, const void *kernel)
{
    static std::mutex lock;
    static auto *said = new std::set<std::string>();
    char key[32];
    snprintf(key, sizeof key, "%p ", kernel);
    std::lock_guard<std::mutex> hold(lock);
    return said->insert(std::string(about) + key + name).second;
}

/* How many blocks the device runs at once, as the occupancy functions have it. */
unsigned long long blocks_at_once(const config &c, const void *kernel)
{
    int per_sm = 0, sms = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &per_sm, kernel ? kernel : &c, (int)(c.block.x * c.block.y * c.block.z), c.shared);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    return (unsigned long long)per_sm * (unsigned)sms;
}

/* Why a kernel may not have more dynamic shared memory, and what helps. */
std::string shared_words(size_t fixed, size_t most)
{
    std::string words;
    size_t optin = shared_optin - fixed;
    if (fixed)
        words += say(_(", because __shared__ variables take %zu"), fixed);
    if (most < optin)
        words += say(_(", or %zu after cudaFuncSetAttribute(kernel, "
                       "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)"),
                     optin);
    return words;
}

struct limit {
    cudaError_t error;
    const char *what;
    unsigned long long number, least, most;
};

/* Is the launch within the device's limits? Otherwise says, once per kernel, which it breaks. */
bool within_limits(const char *name, const char *place, const config &c, const void *kernel)
{
    const known_kernel k = find_kernel(kernel);
    const size_t shared = dynamic_limit(kernel, k, c.shared);
    const unsigned long long threads = (unsigned long long)c.block.x * c.block.y * c.block.z;
    const limit limits[] = {
        { cudaErrorInvalidConfiguration, "threads in a block", threads, 1, 1024 },
        { cudaErrorLaunchOutOfResources, "threads in a block of this kernel", threads, 1,
          k.most_threads },
        { cudaErrorInvalidConfiguration, "threads of a block in x", c.block.x, 1, 1024 },
        { cudaErrorInvalidConfiguration, "threads of a block in y", c.block.y, 1, 1024 },
        { cudaErrorInvalidConfiguration, "threads of a block in z", c.block.z, 1, 64 },
        { cudaErrorInvalidConfiguration, "blocks in x", c.grid.x, 1, 0x7fffffff },
        { cudaErrorInvalidConfiguration, "blocks in y", c.grid.y, 1, 65535 },
        { cudaErrorInvalidConfiguration, "blocks in z", c.grid.z, 1, 65535 },
        { cudaErrorInvalidValue, "bytes of dynamic shared memory", c.shared, 0, shared },
    };
    for (const limit &l : limits) {
        if (l.number >= l.least && l.number <= l.most)
            continue;
        result(l.error);
        if (!first_note("limit ", place, kernel))
            return false;
        bool few = l.number < l.least;
        std::string why = l.error == cudaErrorLaunchOutOfResources
                              ? _(", as its __launch_bounds__ say")
                          : l.error == cudaErrorInvalidValue ? shared_words(k.fixed, shared)
                                                             : "";
        fprintf(stderr, _("CPU device: %s, does not run: %llu %s, must be at %s %llu%s\n"),
                launch_words(name, place, c).text, l.number, _(l.what),
                few ? _("least") : _("most"), few ? l.least : l.most, why.c_str());
        return false;
    }
    return true;
}

/* Can the blocks of a cooperative launch run all at once? */
bool can_run_at_once(const char *name, const char *place, const config &c, const void *kernel)
{
    unsigned long long blocks = (unsigned long long)c.grid.x * c.grid.y * c.grid.z;
    if (!c.cooperative || blocks <= blocks_at_once(c, kernel))
        return true;
    result(cudaErrorCooperativeLaunchTooLarge);
    if (first_note("limit ", place, kernel))
        fprintf(stderr,
                _("CPU device: %s, does not run: %llu blocks, must be at most %llu: all are to "
                  "run at once (cudaOccupancyMaxActiveBlocksPerMultiprocessor)\n"),
                launch_words(name, place, c).text, blocks, blocks_at_once(c, kernel));
    return false;
}

} // namespace

void refuse_static_shared(size_t bytes)
{
    static thread_local char words[300];
    size_t dynamic = running_launch()->where.shared;
    size_t limit = largest_dynamic > shared_usual ? shared_optin : shared_usual;
    if (bytes + dynamic <= limit)
        return;
    snprintf(
        words, sizeof words,
        _("the launch asks for %zu bytes of dynamic shared memory, must be at most %zu, because "
          "__shared__ variables take %zu"),
        dynamic, limit - bytes, bytes);
    fault(cudaErrorInvalidValue, words);
}

std::atomic<unsigned> refused_launches;

bool check_launch(const char *name, const char *place, const config &c, const void *kernel)
{
    if (sticky() != cudaSuccess)
        return false;
    bool fits = within_limits(name, place, c, kernel) && can_run_at_once(name, place, c, kernel);
    CUstream_st *s = fits ? find_stream(c.stream) : nullptr;
    if (s && !(captures_under_way && refuse_use(s, launch_words(name, place, c).text))) {
        if (!self)
            return true;
        fault(cudaErrorLaunchFailure,
              _("a launch inside a kernel is not available on the CPU device"));
    }
    bool said = !fits;
    if (fits && !s)
        result(cudaErrorInvalidResourceHandle);
#ifdef CPU_DEVICE_CHECK /* the report names it again */
    said = false;
#endif
    if (!said)
        note_failed(in_both([=] { return say(_("the launch of kernel %s"), name); }), place,
                    last_error);
    refused_launches++;
    list_launch(CALL_REFUSED, c);
    return false;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* The program's own variables: one of them may be __managed__. */
extern "C" char __executable_start[] __attribute__((weak)), __data_start[] __attribute__((weak)),
    _end[] __attribute__((weak));

/* ", n": the name of that parameter, as far as the rewriter knows it. */
static std::string parameter_name(const char *names, unsigned position)
{
    while (--position && *names)
        names += strcspn(names, ",") + (strchr(names, ',') != nullptr);
    std::string name(names, strcspn(names, ","));
    return name.empty() ? "" : ", " + name + ",";
}

/* An argument is the host's address of a variable of the device, or holds it. */
static void note_shadow(const kernel_operation *launch, unsigned position, const char *variable)
{
    launch->shadowed = position;
    launch->variable = variable;
}

static void end_by_shadow(const kernel_operation *launch)
{
    int none = 0;
    if (fault_code.compare_exchange_strong(none, cudaErrorIllegalAddress))
        fprintf(
            stderr,
            _("CPU device: %s: parameter %u%s has the address of %s as host code knows it, which "
              "is none of the device's: a GPU's kernel ends with an illegal memory access. Use "
              "the name in the kernel, or ask cudaGetSymbolAddress for the address\n"),
            launch_words(launch->name, launch->place, launch->where).text, launch->shadowed,
            parameter_name(launch->parameters, launch->shadowed).c_str(), launch->variable);
    delete launch;
}

/* Not the program's own variables, one of which may be __managed__, nor its text and tables. */
static bool is_pageable(const void *p)
{
    unsigned char in_core;
    const uintptr_t at = (uintptr_t)p, page = page_size();
    if (at < page || at >> 47 || (p >= (const void *)__executable_start && p < (const void *)_end))
        return false;
    std::lock_guard<std::mutex> hold(memory.lock);
    return at + page - (uintptr_t)memory.base > (size_t)(memory.end - memory.base) + page &&
           !find_allocation(p) && !find_allocation((const char *)p - 1) && !find_freed(p) &&
           mincore((void *)(at / page * page), 1, &in_core) == 0;
}

static bool is_of_device(const void *p)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    return find_allocation(p);
}

static void say_pageable(const kernel_operation *launch, unsigned position, const char *how,
                         const void *p)
{
    fprintf(stderr,
            _("CPU device: %s: parameter %u%s %s pageable host memory (%p), which a GPU's "
              "kernels cannot reach; give it memory of cudaMalloc or cudaMallocManaged\n"),
            launch_words(launch->name, launch->place, launch->where).text, position,
            parameter_name(launch->parameters, position).c_str(), how, p);
}

/* An object may have an array of the host beside its copy on the device, of which a kernel uses the
 * copy; all that a lambda holds is used. */
void note_bytes(const kernel_operation *launch, unsigned position, const void *p, size_t size,
                [[maybe_unused]] bool lambda)
{
    move_tables((void *)p, size, true);
#ifdef CPU_DEVICE_CHECK
    return;
#endif
    const void *pageable = nullptr;
    bool both = false;
    for (size_t i = 0; i + sizeof(void *) <= size; i += sizeof(void *)) {
        const void *word;
        memcpy(&word, (const char *)p + i, sizeof word);
        if (const char *variable = shadowed_name(word))
            note_shadow(launch, position, variable);
        else if ((uintptr_t)word >> 44 && is_pageable(word)) /* two ints may be mapped below */
            pageable = word;
        else if (!lambda && is_of_device(word))
            both = true;
    }
    if (pageable && !both && first_note("pointer ", launch->name, nullptr))
        say_pageable(launch, position, _("holds a pointer to"), pageable);
}

/* Is the array with its last element at `last` among the arguments, as in k<<<g, b>>>(d, d + n)? */
static bool ends_array(const void *last, const void *argument)
{
    const allocation *a = find_allocation(last);
    return a && a == find_allocation(argument);
}

void note_pointer(const kernel_operation *launch, unsigned position, const volatile void *p,
                  size_t element, [[maybe_unused]] size_t align, bool reference)
{
    const char *at = (const char *)p;
#ifdef CPU_DEVICE_TRAFFIC
    check::on_argument(launch, parameter_name(launch->parameters, position).c_str(), p, element,
                       align);
#endif
#ifdef CPU_DEVICE_CHECK /* which sees what the kernel really touches */
    return;
#endif
    if (const char *variable = shadowed_name((const void *)p))
        return note_shadow(launch, position, variable);
    if (!p || (at >= __data_start && at < _end))
        return;
    const size_t page = page_size();
    bool of_device =
        (uintptr_t)p - (uintptr_t)memory.base + page <= (size_t)(memory.end - memory.base) + page;
    freed_array freed = {};
    {
        std::lock_guard<std::mutex> hold(memory.lock);
        if (find_allocation(at)) {
            launch->array = at;
            return;
        }
        const freed_array *f = find_freed(at);
        if (f && !ends_array(at - element, launch->array))
            freed = *f;
        else if (of_device || find_allocation(at - element) || find_allocation(at + element))
            return; /* one element before or after an array is legal */
    }
    if (!first_note("pointer ", launch->name, nullptr))
        return;
    std::string name = parameter_name(launch->parameters, position);
    const auto words = launch_words(launch->name, launch->place, launch->where);
    const char *how = reference ? _("is a reference to") : _("points to");
    if (freed.size) {
        std::string by = place_of_call(&freed.by, 1);
        fprintf(
            stderr,
            _("CPU device: %s: parameter %u%s %s memory that has been freed%s%s: a GPU's kernel "
              "reads or spoils what is there by now, or ends with an illegal memory access. "
              "Free it after its last use\n"),
            words.text, position, name.c_str(), how, by.empty() ? "" : _(" by "), by.c_str());
        return;
    }
    say_pageable(launch, position, how, (const void *)p);
}

/* ---- the launch ------------------------------------------------------------------------------ */

void submit_launch(kernel_operation *launch)
{
    CUstream_st *s = find_stream(launch->where.stream);
    CPU_DEVICE_HOOK(turn hold);
    if (s->captured) /* it counts where the graph is launched */
        return submit(s, launch->shadowed ? as_operation([=] { end_by_shadow(launch); }) : launch);
    count_call(&cpu_device_counts::launches);
    if (s != &default_stream)
        count_call(&cpu_device_counts::other_stream_launches);
    list_launch(CALL_LAUNCH, launch->where);
    if (leave_out())
        delete launch;
    else if (launch->shadowed)
        submit(s, as_operation([=] { end_by_shadow(launch); }));
    else
        submit(s, launch);
}

} // namespace cpu_device

using namespace cpu_device;

/* ---- the API: kernels by address ------------------------------------------------------------- */

static cudaError_t launch_by_address(const void *kernel, const config &where, void **args,
                                     const char *file, int line)
{
    untyped_launch launch = find_kernel(kernel).launch;
    return launch ? launch(kernel, where, args, place_of_launch(file, line))
                  : result(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                             size_t shared_bytes, cudaStream_t stream, const char *file, int line)
{
    return launch_by_address(kernel, config(grid, block, shared_bytes, stream), args, file, line);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *kernel, void **args,
                                const char *file, int line)
{
    return c ? launch_by_address(kernel, config(*c), args, file, line)
             : result(cudaErrorInvalidValue);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                        size_t shared_bytes, cudaStream_t stream, const char *file,
                                        int line)
{
    config where(grid, block, shared_bytes, stream);
    where.cooperative = true;
    return launch_by_address(kernel, where, args, file, line);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel)
{
    if (!attributes || !kernel)
        return result(attributes ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
    const known_kernel k = find_kernel(kernel);
    *attributes = {};
    attributes->maxThreadsPerBlock = (int)k.most_threads;
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 75;
    attributes->sharedSizeBytes = k.fixed;
    attributes->maxDynamicSharedSizeBytes = (int)(shared_usual - attributes->sharedSizeBytes);
    return sticky();
}

cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    REFUSE_AFTER_FAULT();
    if (!kernel)
        return result(cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    std::lock_guard<std::mutex> hold(kernels_lock);
    known_kernel &k = kernels()[kernel];
    if (value < 0 || (size_t)value > shared_optin - k.fixed)
        return result(cudaErrorInvalidValue);
    k.opted_in = true;
    k.dynamic = (size_t)value;
    largest_dynamic = std::max((size_t)largest_dynamic, k.dynamic);
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) { return sticky(); }

cudaError_t cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig) { return sticky(); }

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int block_size, size_t shared_bytes)
{
    if (!blocks || !kernel || block_size <= 0)
        return result(kernel ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
    const known_kernel k = find_kernel(kernel);
    const size_t warps = ((size_t)block_size + 31) / 32, shared = k.fixed + shared_bytes;
    const size_t most = dynamic_limit(kernel, k, shared_bytes);
    size_t n = std::min<size_t>(16, 1024 / (32 * warps));
    if (shared)
        n = std::min(n, shared_optin / shared);
    *blocks = shared_bytes > most ? 0 : (int)n; /* __launch_bounds__ count in a launch alone */
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int block_size,
                                                                   size_t shared_bytes, unsigned)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_size, shared_bytes);
}
