/* CPU device: the memory that there is: CUDA's allocations, and the range of addresses that device
 * memory lies in. memory.cpp keeps it, allocate.cpp gives it to programs, copy.cpp copies. */
#ifndef CPU_DEVICE_MEMORY_H
#define CPU_DEVICE_MEMORY_H

#include <deque>
#include "runtime.h"

namespace cpu_device
{

const size_t huge_page = 2 << 20;

enum memory_kind { device_memory, pinned, registered, managed, symbol_memory };

struct allocation {
    size_t size;
    memory_kind kind;
    unsigned flags;
    cudaMemPool_t pool = nullptr; /* that it is from */
};

struct freed_array {
    uintptr_t first;
    size_t size;
    memory_kind kind;
    const void *by; /* the code that called cudaFree */
};

/* Device memory lies in one reserved range of addresses. A key of its pages closes it to the host
 * (x86 from Ice Lake and Zen 3 on). Where there is none, one mprotect opens or closes all of it.
 * Huge pages make that cheap: without them it takes 40 microseconds per MB, and is done only while
 * there is little. */
struct memory_space {
    std::mutex lock;
    std::map<uintptr_t, allocation> allocations;
    std::map<uintptr_t, size_t> leaving; /* given back in a stream that has not reached it yet */
    std::map<uintptr_t, size_t> unused;  /* free ranges below `top` */
    char *base = nullptr, *top, *mapped, *end = nullptr;
    size_t used = 0;
    bool huge = true;
    int key = -1;                  /* of its pages, or none */
    std::deque<freed_array> freed; /* the latest last */
};
extern memory_space &memory;

/* For these the caller holds memory.lock. */
void reserve_space();
size_t range_bytes(size_t size); /* what an allocation of this size takes of the range */
char *take_range(size_t size);   /* a free range, the first that fits, or null */
void give_range(uintptr_t at, size_t size);
void remember_freed(uintptr_t at, size_t size, memory_kind kind, const void *by);
const freed_array *find_freed(const void *p); /* what was freed last at this address, or null */
/* "my.cu:7", the first of these calls that is the program's, or nothing. */
std::string place_of_call(const void *const *calls, int n);
bool in_free(const void *code); /* is it an instruction of free()? */
/* The allocation that holds this address, or null; `start` gets its first address. */
const allocation *find_allocation(const void *p, uintptr_t *start = nullptr);

cudaError_t allocate(void **ptr, size_t size); /* allocate.cpp: cudaMalloc, also in a capture */

void *take_pages(size_t size); /* that the host can reach, or null */
void give_pages(void *p, size_t size);

size_t available_memory(); /* bytes that this machine has free */

/* Where a pointer points, for count bytes: as the host or the device sees it. */
enum where { host_only, device_only, both, nowhere };
where locate(const void *p, size_t count);

static inline size_t round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

} // namespace cpu_device

#endif
