/* CPU device: its memory, and what the API does with memory. */
#include <algorithm>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "runtime.h"
#ifdef CPU_DEVICE_TRAFFIC
#include "../traffic/traffic.h"
#endif

namespace cpu_device
{

/* ---- memory --------------------------------------------------------------------------------- */

namespace
{

enum memory_kind { device_memory, pinned, registered, managed, symbol_memory };

struct allocation {
    size_t size;
    memory_kind kind;
    unsigned flags;
};

/* Device memory lies in one reserved range of addresses, so that one mprotect opens or closes it
 * all. Huge pages make that cheap: without them it takes 40 microseconds per MB, and is left out
 * from some size on. */
struct memory_space {
    std::mutex lock;
    std::map<uintptr_t, allocation> allocations;
    std::map<uintptr_t, size_t> unused; /* free ranges below `top` */
    char *base = nullptr, *top, *mapped, *end = nullptr;
    size_t used = 0;
    bool huge = true;
} memory __attribute__((init_priority(101))); /* before the program's own globals */

const size_t huge_page = 2 << 20, page = 4096, granule = 512;
#ifdef CPU_DEVICE_CHECK
const size_t gap = 256 << 10; /* at least, behind each array */
#endif

size_t physical_memory() { return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE); }

size_t available_memory()
{
    size_t kilobytes = 0;
    char line[128];
    FILE *f = fopen("/proc/meminfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %zu", &kilobytes) == 1)
            break;
    if (f)
        fclose(f);
    return kilobytes ? kilobytes * 1024 : physical_memory() / 2;
}

/* What ulimit -v leaves this process of addresses. */
size_t available_addresses()
{
    struct rlimit limit;
    size_t pages = 0;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return SIZE_MAX;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%zu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    size_t used = pages * (size_t)sysconf(_SC_PAGESIZE);
    return used < limit.rlim_cur ? limit.rlim_cur - used : 0;
}

size_t round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

void reserve_space()
{
    /* Half of the addresses that there are: threads, their stacks and the host's arrays want some,
     * too, and nothing else can shrink when they are few. */
    size_t wanted = std::min(physical_memory(), available_addresses() / 2);
#ifdef CPU_DEVICE_CHECK /* with gaps between arrays, no address used twice, and cells for each */
    wanted = std::min((size_t)1 << 38, available_addresses() / 4 * 3 / (1 + check::cells_per_byte));
#endif
    for (size_t size = round_up(wanted, huge_page); size >= 2 * huge_page; size /= 2) {
        void *p = mmap(nullptr, size + huge_page, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            continue;
        memory.base = memory.top = memory.mapped = (char *)round_up((uintptr_t)p, huge_page);
        memory.end = memory.base + round_up(size, huge_page) - huge_page;
        CPU_DEVICE_HOOK(on_space(memory.base, memory.end));
        break;
    }
    char state[64] = "";
    FILE *f = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    memory.huge = f && fgets(state, sizeof state, f) && !strstr(state, "[never]");
    if (f)
        fclose(f);
}

/* What an allocation takes. Arrays of 2^k bytes side by side would lie at the same offset in a
 * page, and a CPU then takes a load from one for a load of what was just stored to the other: large
 * ones are set off from each other. */
size_t range_bytes(size_t size)
{
#ifdef CPU_DEVICE_CHECK
    return round_up(size + (size < gap ? gap : size), page);
#endif
    return round_up(size, granule) + (size >= 65536 ? 3 * granule : 0);
}

/* Memory that is not to be had has often this reason, which no error code of CUDA's names. */
cudaError_t out_of_memory()
{
    static bool said;
    struct rlimit limit;
    if (!said && !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
        fprintf(stderr, "CPU device: out of memory: ulimit -v %llu is this process's limit\n",
                (unsigned long long)limit.rlim_cur / 1024);
    said = true;
    return result(cudaErrorMemoryAllocation);
}

/* A free range of `size` bytes, the first that fits, or null. */
char *take_range(size_t size)
{
#ifdef CPU_DEVICE_CHECK
    if (memory.top == memory.base)
        memory.top += gap;
#endif
    for (auto i = memory.unused.begin(); i != memory.unused.end(); ++i) {
        if (i->second < size)
            continue;
        uintptr_t at = i->first;
        size_t left = i->second - size;
        memory.unused.erase(i);
        if (left)
            memory.unused[at + size] = left;
        return (char *)at;
    }
    if ((size_t)(memory.end - memory.top) < size)
        return nullptr;
    char *p = memory.top;
    memory.top += size;
    if (memory.top > memory.mapped) {
        size_t more = round_up((size_t)(memory.top - memory.mapped), huge_page);
        mprotect(memory.mapped, more, PROT_READ | PROT_WRITE);
#ifndef CPU_DEVICE_CHECK
        madvise(memory.mapped, more, MADV_HUGEPAGE);
#endif
        memory.mapped += more;
    }
    return p;
}

void give_range(uintptr_t at, size_t size)
{
#ifdef CPU_DEVICE_CHECK /* what touches it later has to be found */
    check::on_free((void *)at);
    madvise((void *)at, size, MADV_DONTNEED);
    return;
#endif
    auto next = memory.unused.lower_bound(at);
    if (next != memory.unused.end() && at + size == next->first) {
        size += next->second;
        next = memory.unused.erase(next);
    }
    if (next != memory.unused.begin()) {
        auto previous = std::prev(next);
        if (previous->first + previous->second == at) {
            previous->second += size;
            return;
        }
    }
    memory.unused[at] = size;
}

/* The allocation that holds this address, or null; `start` gets its first address. */
const allocation *find_allocation(const void *p, uintptr_t *start = nullptr)
{
    auto i = memory.allocations.upper_bound((uintptr_t)p);
    if (i == memory.allocations.begin())
        return nullptr;
    --i;
    if ((uintptr_t)p >= i->first + i->second.size)
        return nullptr;
    if (start)
        *start = i->first;
    return &i->second;
}

bool no_more_pinned; /* cpu_device_refuse_pinned */

cudaError_t allocate_host(void **ptr, size_t size, memory_kind kind, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!ptr)
        return result(cudaErrorInvalidValue);
    *ptr = nullptr;
    if (size == 0)
        return kind == managed ? result(cudaErrorInvalidValue) : cudaSuccess;
    if (size > available_memory() || (kind == pinned && no_more_pinned))
        return out_of_memory();
    void *p = nullptr;
#ifdef CPU_DEVICE_CHECK
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!memory.base)
        reserve_space();
    p = take_range(range_bytes(size));
    if (!p)
        return out_of_memory();
    check::on_allocation(p, size, kind == managed ? check::managed_array : check::pinned_array);
#else
    if (posix_memalign(&p, page, round_up(size, page)))
        return out_of_memory();
    std::lock_guard<std::mutex> hold(memory.lock);
#endif
    memory.allocations[(uintptr_t)p] = { size, kind, flags };
    list_call(CALL_ALLOCATE);
    *ptr = p;
    return cudaSuccess;
}

/* Where a pointer points, for count bytes: as the host or the device sees it. */
enum where { host_only, device_only, both, nowhere };

where locate(const void *p, size_t count)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    uintptr_t start;
    const allocation *a = find_allocation(p, &start);
    if (!a) /* pageable, unless it points into device memory without an allocation */
        return (char *)p >= memory.base && (char *)p < memory.end ? nowhere : host_only;
    if (count > a->size - ((uintptr_t)p - start))
        return a->kind == registered ? host_only : nowhere;
    return a->kind == device_memory || a->kind == symbol_memory ? device_only : both;
}

/* Is a copy in this direction right? `pageable` is set when its host side is pageable. */
bool copy_allowed(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes,
                  cudaMemcpyKind kind, bool *pageable)
{
    where to = locate(dst, dst_bytes), from = locate(src, src_bytes);
    *pageable = to == host_only || from == host_only;
    if (!dst || !src || to == nowhere || from == nowhere)
        return false;
    bool to_host = to != device_only, from_host = from != device_only;
    bool to_device = to != host_only, from_device = from != host_only;
    switch (kind) {
    case cudaMemcpyHostToHost:
        return to_host && from_host;
    case cudaMemcpyHostToDevice:
        return to_device && from_host;
    case cudaMemcpyDeviceToHost:
        return to_host && from_device;
    case cudaMemcpyDeviceToDevice:
        return to_device && from_device;
    default:
        return true;
    }
}

/* height rows of width bytes. CUDA's rules on waiting: cudaMemcpy waits, except between two places
 * on the device; an Async copy from or to pageable memory waits as well. */
cudaError_t copy(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                 size_t height, cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
    REFUSE_AFTER_FAULT();
    if ((int)kind < 0 || (int)kind > cudaMemcpyDefault)
        return result(cudaErrorInvalidMemcpyDirection);
    if (!find_stream(stream))
        return result(cudaErrorInvalidResourceHandle);
    if (width == 0 || height == 0) {
        list_call(CALL_COPY, stream, dst, src);
        return cudaSuccess;
    }
    if (height > 1 && (dpitch < width || spitch < width))
        return result(cudaErrorInvalidPitchValue);
    bool pageable;
    size_t rows = height - 1;
    if ((rows && (dpitch > SIZE_MAX / 2 / rows || spitch > SIZE_MAX / 2 / rows)) ||
        width > SIZE_MAX / 2 ||
        !copy_allowed(dst, rows * dpitch + width, src, rows * spitch + width, kind, &pageable))
        return result(cudaErrorInvalidValue);
    bool inside = locate(dst, 1) == device_only && locate(src, 1) == device_only;
    bool wait = async ? pageable : !inside;
    list_call(CALL_COPY, stream, dst, src, width * height, locate(src, 1) == device_only && !inside,
              inside);
#ifdef CPU_DEVICE_CHECK /* from pageable memory: it has been read, but may not have arrived yet */
    wait = wait && !(async && locate(dst, 1) != host_only);
#endif
    return enqueue(stream, wait, [=] {
#ifdef CPU_DEVICE_CHECK
        for (size_t i = 0; i < height; i++)
            check::on_copy((char *)dst + i * dpitch, (const char *)src + i * spitch, width);
#endif
        if (rows == 0 || (dpitch == width && spitch == width))
            memmove(dst, src, width * height);
        else
            for (size_t i = 0; i < height; i++)
                memmove((char *)dst + i * dpitch, (const char *)src + i * spitch, width);
    });
}

cudaError_t set(void *ptr, size_t pitch, int value, size_t width, size_t height,
                cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    if (!find_stream(stream))
        return result(cudaErrorInvalidResourceHandle);
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (height > 1 && pitch < width)
        return result(cudaErrorInvalidPitchValue);
    where at = width > SIZE_MAX / 2 || (height > 1 && pitch > SIZE_MAX / 2 / height)
                   ? nowhere
                   : locate(ptr, (height - 1) * pitch + width);
    if (!ptr || at == nowhere || at == host_only)
        return result(cudaErrorInvalidValue);
    list_call(CALL_SET, stream);
    return enqueue(stream, false, [=] {
        for (size_t i = 0; i < height; i++) {
            CPU_DEVICE_HOOK(on_set((char *)ptr + i * pitch, width));
            memset((char *)ptr + i * pitch, value, width);
        }
    });
}

cudaError_t free_host(void *ptr, memory_kind kind, bool release)
{
    REFUSE_AFTER_FAULT();
    cudaError_t wrong =
        kind == registered ? cudaErrorHostMemoryNotRegistered : cudaErrorInvalidValue;
    if (!ptr)
        return kind == registered ? result(cudaErrorInvalidValue) : cudaSuccess;
    wait_for_all();
    std::lock_guard<std::mutex> hold(memory.lock);
    auto i = memory.allocations.find((uintptr_t)ptr);
    if (i == memory.allocations.end() || i->second.kind != kind)
        return result(wrong);
    list_call(CALL_FREE);
#ifdef CPU_DEVICE_CHECK
    if (release)
        give_range((uintptr_t)ptr, range_bytes(i->second.size));
    release = false;
#endif
    memory.allocations.erase(i);
    if (release)
        free(ptr);
    return cudaSuccess;
}

cudaError_t counted_copy(cudaError_t error) { return counted(&cpu_device_counts::copies, error); }
cudaError_t counted_allocation(cudaError_t error)
{
    return counted(&cpu_device_counts::allocations, error);
}
cudaError_t counted_set(cudaError_t error) { return counted(&cpu_device_counts::memsets, error); }

} // namespace

void open_memory(bool open)
{
#ifdef CPU_DEVICE_CHECK /* the host's loads and stores are watched, too */
    open = true;
#endif
    std::lock_guard<std::mutex> hold(memory.lock);
    size_t size = (size_t)(memory.mapped - memory.base);
    bool cheap = memory.huge || size <= 2 * huge_page;
    if (size && (open || cheap))
        mprotect(memory.base, size, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/* The host touched closed device memory: say so before the process ends. */
void report_touch(const char *address)
{
    if (!memory.base || address < memory.base || address >= memory.mapped)
        return;
    uintptr_t start;
    const allocation *a = find_allocation(address, &start);
    char words[256];
    int n = snprintf(words, sizeof words,
                     "CPU device: the host touched device memory at %p (%s%zu%s); only kernels and "
                     "cudaMemcpy may\n",
                     (const void *)address, a ? "byte " : "", a ? (uintptr_t)address - start : 0,
                     a ? " of a cudaMalloc" : " outside of any cudaMalloc");
    if (write(2, words, (size_t)n) < 0)
        return;
}

/* The program's own variables: one of them may be __managed__. */
extern "C" char __data_start[] __attribute__((weak)), _end[] __attribute__((weak));

/* ", n": the name of that parameter, as far as the rewriter knows it. */
static std::string parameter_name(const char *names, unsigned position)
{
    while (--position && *names)
        names += strcspn(names, ",") + (strchr(names, ',') != nullptr);
    std::string name(names, strcspn(names, ","));
    return name.empty() ? "" : ", " + name + ",";
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
    if (!p ||
        (uintptr_t)p - (uintptr_t)memory.base + page <= (size_t)(memory.end - memory.base) + page ||
        (at >= __data_start && at < _end))
        return;
    {
        std::lock_guard<std::mutex> hold(memory.lock); /* one before or behind an array is legal */
        if (find_allocation(at) || find_allocation(at - element) || find_allocation(at + element))
            return;
    }
    if (first_note("pointer ", launch->name, nullptr))
        fprintf(stderr,
                "CPU device: %s: parameter %u%s %s pageable host memory (%p), which a GPU's "
                "kernels cannot reach; give it memory of cudaMalloc or cudaMallocManaged\n",
                launch_words(launch->name, launch->place, launch->where).text, position,
                parameter_name(launch->parameters, position).c_str(),
                reference ? "is a reference to" : "points to", (const void *)p);
}

#ifdef CPU_DEVICE_TRAFFIC
std::vector<check::stretch> check::memory_of_kernels()
{
    std::lock_guard<std::mutex> hold(memory.lock);
    std::vector<stretch> all;
    for (auto &a : memory.allocations)
        if (a.second.kind != symbol_memory)
            all.push_back({ a.first, a.second.size });
    return all;
}
#endif

#ifdef CPU_DEVICE_CHECK
bool check::is_registered(const void *p)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(p);
    return a && a->kind == registered;
}
#endif

void free_device_memory()
{
    std::lock_guard<std::mutex> hold(memory.lock);
    for (auto i = memory.allocations.begin(); i != memory.allocations.end();) {
        if (i->second.kind != device_memory) {
            ++i;
            continue;
        }
        give_range(i->first, range_bytes(i->second.size));
        memory.used -= range_bytes(i->second.size);
        i = memory.allocations.erase(i);
    }
}

void *symbol(const void *address, size_t size)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    memory.allocations[(uintptr_t)address] = { size, symbol_memory, 0 };
    CPU_DEVICE_HOOK(on_symbol(address, size));
    return (void *)address;
}

cudaError_t copy_symbol(void *dst, const void *src, size_t count, size_t offset,
                        size_t symbol_bytes, bool to_symbol, cudaMemcpyKind kind,
                        cudaStream_t stream, bool async)
{
    if (offset > symbol_bytes || count > symbol_bytes - offset)
        return result(cudaErrorInvalidValue);
    if (kind == cudaMemcpyHostToHost ||
        kind == (to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return result(cudaErrorInvalidMemcpyDirection);
    (to_symbol ? (char *&)dst : (char *&)src) += offset;
    return counted_copy(copy(dst, count, src, count, count, 1, kind, stream, async));
}

} // namespace cpu_device

using namespace cpu_device;

extern "C" void cpu_device_refuse_pinned(int on) { no_more_pinned = on; }

/* ---- the API: memory ------------------------------------------------------------------------ */

cudaError_t cudaMalloc(void **ptr, size_t size)
{
    REFUSE_AFTER_FAULT();
    if (!ptr)
        return result(cudaErrorInvalidValue);
    *ptr = nullptr;
    if (size == 0)
        return cudaSuccess;
    device &d = the_device();
    std::lock_guard<std::mutex> hold_device(d.lock);
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!memory.base)
        reserve_space();
    if (!memory.base || size > (size_t)(memory.end - memory.base))
        return out_of_memory();
    char *before = memory.mapped;
    size_t bytes = range_bytes(size);
    bool fits = bytes <= huge_page || bytes <= available_memory();
    char *p = fits ? take_range(bytes) : nullptr;
    if (!p)
        return out_of_memory();
#ifndef CPU_DEVICE_CHECK        /* there pinned memory may come from the same pages */
    if (!d.open && memory.huge) /* new memory is open; without huge pages, until the next wait */
        mprotect(before, (size_t)(memory.mapped - before), PROT_NONE);
#else
    (void)before;
#endif
    memory.allocations[(uintptr_t)p] = { size, device_memory, 0 };
    memory.used += bytes;
    CPU_DEVICE_HOOK(on_allocation(p, size, check::device_array));
    d.counts.allocations++;
    list_call(CALL_ALLOCATE);
    *ptr = p;
    return cudaSuccess;
}

cudaError_t cudaFree(void *ptr)
{
    cudaError_t error = wait_for_all();
    if (error != cudaSuccess || !ptr)
        return error;
    std::lock_guard<std::mutex> hold(memory.lock);
    auto i = memory.allocations.find((uintptr_t)ptr);
    if (i == memory.allocations.end() ||
        (i->second.kind != device_memory && i->second.kind != managed))
        return result(cudaErrorInvalidValue);
    size_t bytes = range_bytes(i->second.size);
    list_call(CALL_FREE);
    if (i->second.kind == managed) {
#ifdef CPU_DEVICE_CHECK
        give_range((uintptr_t)ptr, bytes);
#else
        free(ptr);
#endif
    } else {
        give_range((uintptr_t)ptr, bytes);
        memory.used -= bytes;
    }
    memory.allocations.erase(i);
    return cudaSuccess;
}

cudaError_t cudaMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height)
{
    if (!pitch || width > SIZE_MAX / 4 || (height && round_up(width, 512) > SIZE_MAX / 2 / height))
        return result(pitch ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    *pitch = round_up(width, 512);
    return cudaMalloc(ptr, *pitch * height);
}

cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned flags)
{
    return counted_allocation(allocate_host(ptr, size, pinned, flags));
}

cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned flags)
{
    return flags > 7 ? result(cudaErrorInvalidValue) : cudaMallocHost(ptr, size, flags);
}

cudaError_t cudaFreeHost(void *ptr) { return free_host(ptr, pinned, true); }

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!ptr || !size || locate(ptr, 1) == nowhere || locate(ptr, 1) == device_only)
        return result(cudaErrorInvalidValue);
    if (no_more_pinned)
        return out_of_memory();
    std::lock_guard<std::mutex> hold(memory.lock);
    if (find_allocation(ptr) || find_allocation((char *)ptr + size - 1))
        return result(cudaErrorHostMemoryAlreadyRegistered);
    memory.allocations[(uintptr_t)ptr] = { size, registered, flags };
    list_call(CALL_ALLOCATE);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *ptr) { return free_host(ptr, registered, false); }

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    if (!device || !host || flags || locate(host, 1) != both)
        return result(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(host);
    if (!flags || !a || (a->kind != pinned && a->kind != registered))
        return result(cudaErrorInvalidValue);
    *flags = a->flags | cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaMallocManaged(void **ptr, size_t size, unsigned flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return result(cudaErrorInvalidValue);
    return counted_allocation(allocate_host(ptr, size, managed, flags));
}

cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaStream_t stream)
{
    return find_stream(stream) ? cudaMalloc(ptr, size) : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaFreeAsync(void *ptr, cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    if (!find_stream(stream))
        return result(cudaErrorInvalidResourceHandle);
    if (!ptr)
        return cudaSuccess;
    size_t bytes;
    {
        std::lock_guard<std::mutex> hold(memory.lock);
        auto i = memory.allocations.find((uintptr_t)ptr);
        if (i == memory.allocations.end() || i->second.kind != device_memory)
            return result(cudaErrorInvalidValue);
        bytes = range_bytes(i->second.size);
        list_call(CALL_FREE_ASYNC);
        memory.allocations.erase(i);
    }
    return enqueue(stream, false, [=] {
        std::lock_guard<std::mutex> hold(memory.lock);
        give_range((uintptr_t)ptr, bytes);
        memory.used -= bytes;
    });
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!memory.base)
        reserve_space();
    size_t size = (size_t)(memory.end - memory.base), available = available_memory();
    if (total)
        *total = size;
    if (free_bytes)
        *free_bytes = size - memory.used < available ? size - memory.used : available;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *ptr)
{
    REFUSE_AFTER_FAULT();
    if (!attributes)
        return result(cudaErrorInvalidValue);
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(ptr);
    void *p = (void *)ptr;
    if (!a)
        *attributes = { cudaMemoryTypeUnregistered, -2, nullptr, p };
    else if (a->kind == device_memory || a->kind == symbol_memory)
        *attributes = { cudaMemoryTypeDevice, 0, p, nullptr };
    else
        *attributes = { a->kind == managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0, p, p };
    return cudaSuccess;
}

static cudaError_t managed_range(const void *ptr, size_t count)
{
    REFUSE_AFTER_FAULT();
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(ptr);
    return a && a->kind == managed && count <= a->size ? cudaSuccess
                                                       : result(cudaErrorInvalidValue);
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, int device, cudaStream_t stream)
{
    if (device != 0 && device != cudaCpuDeviceId)
        return result(cudaErrorInvalidDevice);
    return find_stream(stream) ? managed_range(ptr, count) : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, cudaMemLocation, unsigned,
                                 cudaStream_t stream)
{
    return cudaMemPrefetchAsync(ptr, count, 0, stream);
}

cudaError_t cudaMemAdvise(const void *ptr, size_t count, cudaMemoryAdvise, int)
{
    return managed_range(ptr, count);
}

cudaError_t cudaMemAdvise(const void *ptr, size_t count, cudaMemoryAdvise, cudaMemLocation)
{
    return managed_range(ptr, count);
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, cudaMemcpyKind kind)
{
    return counted_copy(copy(dst, count, src, count, count, 1, kind, 0, false));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return counted_copy(copy(dst, count, src, count, count, 1, kind, stream, true));
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind)
{
    return counted_copy(copy(dst, dpitch, src, spitch, width, height, kind, 0, false));
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    return counted_copy(copy(dst, dpitch, src, spitch, width, height, kind, stream, true));
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
{
    if (dst_device != 0 || src_device != 0)
        return result(cudaErrorInvalidDevice);
    return cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemset(void *ptr, int value, size_t count)
{
    return counted_set(set(ptr, count, value, count, 1, 0));
}

cudaError_t cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream)
{
    return counted_set(set(ptr, count, value, count, 1, stream));
}

cudaError_t cudaMemset2D(void *ptr, size_t pitch, int value, size_t width, size_t height)
{
    return counted_set(set(ptr, pitch, value, width, height, 0));
}

cudaError_t cudaMemset2DAsync(void *ptr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    return counted_set(set(ptr, pitch, value, width, height, stream));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *ptr, size_t, unsigned)
{
    return find_stream(stream) ? managed_range(ptr, 0) : result(cudaErrorInvalidResourceHandle);
}

/* ---- the API: memory of three dimensions, slice by slice ------------------------------------ */

cudaError_t cudaMalloc3D(cudaPitchedPtr *ptr, cudaExtent extent)
{
    if (!ptr)
        return result(cudaErrorInvalidValue);
    size_t rows = extent.height * extent.depth;
    if (extent.depth && rows / extent.depth != extent.height)
        return result(cudaErrorMemoryAllocation);
    *ptr = { nullptr, 0, extent.width, extent.height };
    return cudaMallocPitch(&ptr->ptr, &ptr->pitch, extent.width, rows);
}

static char *at(const cudaPitchedPtr &p, const cudaPos &pos, size_t slice)
{
    return (char *)p.ptr + ((pos.z + slice) * p.ysize + pos.y) * p.pitch + pos.x;
}

/* Does a box of this extent lie inside the rows and slices of p? */
static bool inside(const cudaPitchedPtr &p, const cudaPos &pos, const cudaExtent &e)
{
    return p.ptr && e.width <= p.pitch && pos.x <= p.pitch - e.width &&
           (e.depth == 1 || (e.height <= p.ysize && pos.y <= p.ysize - e.height));
}

static cudaError_t copy_box(const cudaMemcpy3DParms *parms, cudaStream_t stream, bool async)
{
    if (!parms || parms->srcArray || parms->dstArray)
        return result(cudaErrorInvalidValue);
    const cudaMemcpy3DParms &p = *parms;
    const cudaExtent &e = p.extent;
    if (!e.width || !e.height || !e.depth)
        return sticky();
    if (!inside(p.srcPtr, p.srcPos, e) || !inside(p.dstPtr, p.dstPos, e))
        return result(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < e.depth && error == cudaSuccess; z++)
        error = copy(at(p.dstPtr, p.dstPos, z), p.dstPtr.pitch, at(p.srcPtr, p.srcPos, z),
                     p.srcPtr.pitch, e.width, e.height, p.kind, stream, async);
    return counted_copy(error);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parms) { return copy_box(parms, 0, false); }

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parms, cudaStream_t stream)
{
    return copy_box(parms, stream, true);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr ptr, int value, cudaExtent extent, cudaStream_t stream)
{
    if (extent.width && extent.height && extent.depth && !inside(ptr, {}, extent))
        return result(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
        error = set(at(ptr, {}, z), ptr.pitch, value, extent.width, extent.height, stream);
    return counted_set(error);
}

cudaError_t cudaMemset3D(cudaPitchedPtr ptr, int value, cudaExtent extent)
{
    return cudaMemset3DAsync(ptr, value, extent, 0);
}
