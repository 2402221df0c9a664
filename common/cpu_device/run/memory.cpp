/* CPU device: its memory: which ranges of addresses are in use, what lies at an address, and
 * whether the host may touch it. */
#include <dlfcn.h>
#include <execinfo.h>
#include <algorithm>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "lines.h"
#include "memory.h"

namespace cpu_device
{

/* Made before the program's own globals, and never destroyed: the device's thread may outlive main,
 * and still free what the program has given back in a stream. */
static union lasting_space {
    memory_space space;
    lasting_space() : space() {}
    ~lasting_space() {}
} lasting __attribute__((init_priority(101)));
memory_space &memory = lasting.space;

/* ---- a range of addresses -------------------------------------------------------------------- */

namespace
{

const size_t granule = 512;
#ifdef CPU_DEVICE_CHECK
const size_t gap = 512 << 10; /* before the first array, and after each */
#endif

size_t physical_memory() { return (size_t)sysconf(_SC_PHYS_PAGES) * page_size(); }

/* What the file says behind this name, or 0. */
size_t number_in(const char *file, const char *name)
{
    size_t number = 0;
    char line[128];
    FILE *f = fopen(file, "r");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, name, strlen(name)) && sscanf(line + strlen(name), "%zu", &number) == 1)
            break;
    if (f)
        fclose(f);
    return number;
}

/* Bytes that this process may still map: as ulimit -v leaves, and, where the system promises no
 * more memory than it has (vm.overcommit_memory = 2), as the others have left. */
size_t available_addresses()
{
    struct rlimit limit;
    size_t left = SIZE_MAX;
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY) {
        size_t used = number_in("/proc/self/statm", "") * page_size();
        left = used < limit.rlim_cur ? limit.rlim_cur - used : 0;
    }
    if (number_in("/proc/sys/vm/overcommit_memory", "") == 2) {
        size_t all = number_in("/proc/meminfo", "CommitLimit:") * 1024;
        size_t promised = number_in("/proc/meminfo", "Committed_AS:") * 1024;
        left = std::min(left, promised < all ? all - promised : 0);
    }
    return left;
}

} // namespace

size_t available_memory()
{
    size_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    return kilobytes ? kilobytes * 1024 : physical_memory() / 2;
}

void reserve_space()
{
    /* Half of the addresses: threads, their stacks and the host's arrays need some as well, and
     * only this range can be smaller where they are few. */
    const size_t addresses = available_addresses();
#ifdef CPU_DEVICE_CHECK /* gaps between arrays, no address used twice, and cells for each byte */
    size_t wanted = std::min((size_t)1 << 38, addresses / 4 * 3 / (1 + check::cells_per_byte));
#else
    size_t wanted = std::min(physical_memory(), addresses / 2);
#endif
    for (size_t size = round_up(wanted, huge_page); size >= 2 * huge_page; size /= 2) {
        void *p = mmap(nullptr, size + huge_page, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            continue;
        memory.base = memory.top = memory.mapped = (char *)round_up((uintptr_t)p, huge_page);
        memory.end = memory.base + round_up(size, huge_page) - huge_page;
#ifdef PKEY_DISABLE_ACCESS
        if (memory.key >= 0) /* what mprotect does later leaves the key as it is */
            pkey_mprotect(memory.base, (size_t)(memory.end - memory.base), PROT_NONE, memory.key);
#endif
        CPU_DEVICE_HOOK(on_space(memory.base, memory.end));
        break;
    }
    char state[64] = "";
    FILE *f = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    memory.huge = f && fgets(state, sizeof state, f) && !strstr(state, "[never]");
    if (f)
        fclose(f);
}

/* Large arrays get a gap after them. Arrays of 2^k bytes side by side would lie at the same offset
 * in a page, and the CPU would take a load from one for a load of what was just stored to the
 * other. Under the bug finder all but the largest lie as far apart as arrays with guards of half a
 * gap on either side do elsewhere, and begin anywhere in a page as well: a kernel cannot tell by
 * its addresses that it is looked at. */
size_t range_bytes(size_t size)
{
#ifdef CPU_DEVICE_CHECK
    size += size < gap ? gap : size;
#endif
    return round_up(size, granule) + (size >= 65536 ? 3 * granule : 0);
}

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
#ifdef CPU_DEVICE_CHECK /* never used again, so that each later access is found */
    check::on_free((void *)at);
    uintptr_t first = round_up(at, page_size()), last = (at + size) / page_size() * page_size();
    if (first < last)
        madvise((void *)first, last - first, MADV_DONTNEED);
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

/* ---- what lies at an address ----------------------------------------------------------------- */

const allocation *find_allocation(const void *p, uintptr_t *start)
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

where locate(const void *p, size_t count)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    uintptr_t start;
    const allocation *a = find_allocation(p, &start);
    if (!a) /* pageable, unless it lies in the range of device memory */
        return (char *)p >= memory.base && (char *)p < memory.end ? nowhere : host_only;
    if (count > a->size - ((uintptr_t)p - start))
        return a->kind == registered ? host_only : nowhere;
    return a->kind == device_memory || a->kind == symbol_memory ? device_only : both;
}

bool is_registered(const void *p)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(p);
    return a && a->kind == registered;
}

void (*on_device_memory)(const void *p, size_t size, bool written);

std::vector<stretch> memory_of_kernels(bool also_of_host)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    std::vector<stretch> all;
    for (auto &a : memory.allocations)
        if (a.second.kind == device_memory || (also_of_host && a.second.kind != symbol_memory))
            all.push_back({ a.first, a.second.size });
    for (auto &l : memory.leaving)
        all.push_back({ l.first, l.second });
    return all;
}

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

/* ---- what has been freed --------------------------------------------------------------------- */

/* How many freed arrays that the host could reach keep their addresses, closed: a GPU's driver
 * takes such pages away. The oldest give theirs back. */
static const size_t most_closed = 1000;

void remember_freed(uintptr_t at, size_t size, memory_kind kind, const void *by)
{
    memory.freed.push_back({ at, size, kind, by });
    if (memory.freed.size() <= most_closed)
        return;
#ifndef CPU_DEVICE_CHECK /* there nobody gets these addresses again */
    const freed_array &oldest = memory.freed.front();
    if (oldest.kind == managed || oldest.kind == pinned)
        munmap((void *)oldest.first, round_up(oldest.size, page_size()));
#endif
    memory.freed.pop_front();
}

const freed_array *find_freed(const void *p)
{
    for (auto f = memory.freed.rbegin(); f != memory.freed.rend(); ++f)
        if ((uintptr_t)p - f->first < f->size)
            return &*f;
    return nullptr;
}

void *take_pages(size_t size)
{
    auto take = [=] {
        return mmap(nullptr, round_up(size, page_size()), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    };
    void *p = take();
    if (p != MAP_FAILED)
        return p;
    for (const freed_array &f : memory.freed) /* addresses may be few (ulimit -v) */
        if (f.kind == managed || f.kind == pinned)
            munmap((void *)f.first, round_up(f.size, page_size()));
    memory.freed.clear();
    p = take();
    return p == MAP_FAILED ? nullptr : p;
}

void give_pages(void *p, size_t size)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    if (mmap(p, round_up(size, page_size()), PROT_NONE, flags, -1, 0) == MAP_FAILED)
        munmap(p, round_up(size, page_size()));
}

/* ---- open or closed to the host -------------------------------------------------------------- */

static std::vector<stretch> closed_pages; /* by cpu_device_close */

/* Where the CPU has keys for pages, each thread has rights of its own: the threads that run kernels
 * may touch device memory, and those of the host may not, at any time. Called before the first of
 * these threads begins, which hand their rights on to those that they make. */
void make_key()
{
#if defined PKEY_DISABLE_ACCESS && !defined CPU_DEVICE_CHECK
    memory.key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
#endif
}

bool has_key() { return memory.key >= 0; }

void use_key(bool open)
{
    (void)open;
#ifdef PKEY_DISABLE_ACCESS
    if (memory.key >= 0)
        pkey_set(memory.key, open ? 0 : PKEY_DISABLE_ACCESS);
#endif
}

void open_to_all()
{
    std::lock_guard<std::mutex> hold(memory.lock);
#ifdef PKEY_DISABLE_ACCESS
    if (memory.key >= 0 && memory.base) {
        pkey_mprotect(memory.base, (size_t)(memory.end - memory.base), PROT_NONE, 0);
        mprotect(memory.base, (size_t)(memory.mapped - memory.base), PROT_READ | PROT_WRITE);
    }
    memory.key = -1;
#endif
}

void open_memory(bool open)
{
#ifdef CPU_DEVICE_CHECK /* which watches the host's loads and stores as well */
    open = true;
#endif
    if (has_key())
        return use_key(open);
    std::lock_guard<std::mutex> hold(memory.lock);
    size_t size = (size_t)(memory.mapped - memory.base);
    bool cheap = memory.huge || size <= 2 * huge_page;
    if (size && (open || cheap))
        mprotect(memory.base, size, open ? PROT_READ | PROT_WRITE : PROT_NONE);
    for (const stretch &s : closed_pages)
        mprotect((void *)s.first, s.size, PROT_NONE);
}

std::string place_of_call(const void *const *calls, int n)
{
    std::vector<const void *> addresses(calls, calls + n);
    lines_of_source places;
    resolve(addresses, places);
    for (const void *call : addresses)
        if (!places[call].empty())
            return places[call];
    return "";
}

static const char *kind_name(memory_kind kind)
{
    return kind == managed ? "cudaMallocManaged" : kind == pinned ? "cudaMallocHost" : "cudaMalloc";
}

/* In front of pinned memory free() finds what leads it anywhere. */
bool in_free(const void *code)
{
    Dl_info place;
    return dladdr(code, &place) && place.dli_sname && strstr(place.dli_sname, "free");
}

/* Why a GPU's program ends at such an access. */
static std::string touch_words(const char *address, const void *code)
{
    uintptr_t start = 0, at = (uintptr_t)address;
    const allocation *a = find_allocation(address, &start);
    char words[512] = "";
    if (a && a->kind == device_memory)
        snprintf(
            words, sizeof words,
            _("the host touched device memory at %p (byte %zu of a cudaMalloc); only kernels and "
              "cudaMemcpy may: on a GPU the program ends here with a segmentation fault. Let a "
              "kernel do it, or copy with cudaMemcpy"),
            (const void *)address, (size_t)(at - start));
    if (const freed_array *f = a ? nullptr : find_freed(address)) {
        std::string by = place_of_call(&f->by, 1);
        snprintf(
            words, sizeof words,
            _("the host touched memory at %p (byte %zu of %s's) that has been freed%s%.200s: on "
              "a GPU the program ends here with a segmentation fault. Free it after its last use"),
            (const void *)address, (size_t)(at - f->first), kind_name(f->kind),
            by.empty() ? "" : _(" by "), by.c_str());
    }
    const allocation *behind = a ? nullptr : find_allocation(address + 16, &start);
    if (!*words && ((behind && behind->kind == device_memory) || in_free(code)))
        snprintf(words, sizeof words,
                 _("the host touched %p, where malloc keeps notes, as free() does: what cudaMalloc "
                   "gave goes back with cudaFree, what cudaMallocHost gave with cudaFreeHost; on a "
                   "GPU the program ends here, too"),
                 (const void *)address);
    if (!*words && memory.base && address >= memory.base && address < memory.end)
        snprintf(words, sizeof words,
                 _("the host touched device memory at %p (outside of any cudaMalloc); only kernels "
                   "and cudaMemcpy may: on a GPU the program ends here with a segmentation fault"),
                 (const void *)address);
    return words;
}

/* In a signal's handler, before the process ends. */
bool report_touch(const char *address, const void *code)
{
    std::string words = touch_words(address, code);
    if (words.empty())
        return false;
    alarm(20); /* the thread may have been inside malloc, which is called here as well */
    const void *calls[32] = { code };
    int n = 1 + backtrace((void **)calls + 1, 31);
    for (int i = 1; i < n; i++)
        calls[i] = (const char *)calls[i] - 1;
    std::string place = place_of_call(calls, n);
    words = _("CPU device: ") + place + (place.empty() ? "" : ": ") + words + "\n";
    return write(2, words.c_str(), words.size()) > 0;
}

} // namespace cpu_device

void cpu_device_close(const void *p, unsigned long long bytes)
{
    using namespace cpu_device;
    const uintptr_t step = page_size();
    const uintptr_t first = ((uintptr_t)p + step - 1) / step * step;
    const uintptr_t end = ((uintptr_t)p + bytes) / step * step;
    std::lock_guard<std::mutex> hold(memory.lock);
    for (const stretch &s : closed_pages)
        if (!p)
            mprotect((void *)s.first, s.size, PROT_READ | PROT_WRITE);
    if (!p)
        closed_pages.clear();
    else if (end > first && !mprotect((void *)first, end - first, PROT_NONE))
        closed_pages.push_back({ first, end - first });
}
