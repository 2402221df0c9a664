/* CPU device: the bug finder: what runs now, findings at an address, and the memory that it
 * watches. */
#include <link.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "state.h"

namespace cpu_device::check
{

now_running at;
bool trial_runs;
space shared_space, arena, globals;
uintptr_t device_heap;

/* ---- findings at an address ------------------------------------------------------------------ */

static const void *address_of(unsigned place) /* within the call instruction */
{
    return place ? &__executable_start + ((size_t)place << 2) - 1 : nullptr;
}

side side_of(uint32_t who, access_kind kind, unsigned long long block)
{
    return { { address_of(place_in(who)) }, "", kind, block, who & thread_bits, true };
}

finding *find(kind_of_bug kind, const event &e, const side &a, const side *b)
{
    at.noted++;
    std::string key = a.place;
    for (const side *s : { &a, b })
        if (s)
            for (const void *pc : s->pcs)
                key += std::to_string((uintptr_t)pc) + " ";
    bool is_new;
    finding *f = note(kind, key, &is_new);
    if (is_new) {
        f->sides.push_back(a);
        if (b)
            f->sides.push_back(*b);
        if (a.in_kernel && at.kernel) {
            f->kernel = at.kernel->name;
            f->grid = at.kernel->where.grid;
            f->block = at.kernel->where.block;
        }
        f->bytes = e.bytes;
        if (e.address)
            describe(f, e.address, e.address - shared_space.base < shared_space.size);
    }
    if (b)
        f->warps |= a.block != b->block || a.thread / 32 != b->thread / 32;
    return f;
}

finding *find_here(kind_of_bug kind, const event &e)
{
    return find(kind, e, side_of(e.who, e.kind, at.block_number));
}

/* ---- spaces and their bytes ------------------------------------------------------------------ */

namespace
{

/* 8 bytes for each of 1,024 threads, twice: behind it may lie what the bug finder itself needs. The
 * rewriter makes the second and the third, behind and before a variable (front/shared.c). */
const size_t guard = 64 * 1024, shared_guard = 16 * 1024, shared_front = 4096;
alignas(128) thread_local char dynamic_bytes[guard + 64 * 1024 + guard];

bool make_cells(space &s, uintptr_t base, size_t size)
{
    auto map = [](size_t bytes) {
        void *p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        return p == MAP_FAILED ? nullptr : p;
    };
    s.base = base & ~(uintptr_t)3;
    size_t words = (size + 7) / 4;
    static_assert(sizeof(cell) + sizeof(cell) / 4 + 1 <= cells_per_byte, "is what follows");
    s.cells = (cell *)map(words * sizeof(cell));
    s.bytes = (cell *)map(words * 4 * sizeof(cell));
    s.state = (uint8_t *)map(words);
    if (!s.cells || !s.bytes || !s.state) {
        fprintf(stderr,
                _("CPU device: no room for the bug finder's memory; ulimit -v unlimited\n"));
        _exit(2);
    }
    s.size = size;
    return true;
}

int find_spaces(struct dl_phdr_info *info, size_t, void *shared)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &h = info->dlpi_phdr[i];
        if (h.p_type == PT_TLS && shared)
            make_cells(shared_space, (uintptr_t)info->dlpi_tls_data, h.p_memsz);
        if (h.p_type == PT_LOAD && (h.p_flags & PF_W) && !globals.size)
            make_cells(globals, info->dlpi_addr + h.p_vaddr, h.p_memsz);
    }
    return 1;
}

} // namespace

void set_state(uintptr_t first, size_t n, uint8_t bits, bool on)
{
    space *s = space_of(first);
    auto set = [=](uint8_t &state, unsigned bytes) {
        unsigned mask = bytes * (bits & 0x11);
        state = (uint8_t)(on ? state | mask : state & ~mask);
    };
    if (!s || !n)
        return;
    size_t from = first - s->base, to = from + n;
    if (from / 4 == (to - 1) / 4)
        return set(s->state[from / 4], ((1u << n) - 1) << from % 4);
    set(s->state[from / 4], 15u << from % 4 & 15);
    set(s->state[(to - 1) / 4], 15u >> (3 - (to - 1) % 4));
    for (size_t word = from / 4 + 1; word < (to - 1) / 4; word++)
        set(s->state[word], 15);
}

void free_cells(space &s)
{
    size_t words = (s.size + 7) / 4;
    if (!s.cells)
        return;
    munmap(s.cells, words * sizeof(cell));
    munmap(s.bytes, words * 4 * sizeof(cell));
    munmap(s.state, words);
}

/* ---- the hooks: shared memory ---------------------------------------------------------------- */

char *on_dynamic_shared(size_t size)
{
    if (trial_runs)
        return dynamic_bytes + guard;
    if (!shared_space.size) {
        dl_iterate_phdr(find_spaces, &shared_space);
        memset(shared_space.state, not_shared, shared_space.size / 4 + 1);
        void *p = malloc(1);
        device_heap = (uintptr_t)p & ~(heap_bytes - 1);
        free(p);
    }
    char *p = dynamic_bytes + guard;
    at.shared_size = at.both_paths ? 0 : shared_space.size;
    set_state((uintptr_t)dynamic_bytes, sizeof dynamic_bytes, 0xff, false);
    set_state((uintptr_t)p, size, 0xff, true);
    know({ (uintptr_t)p, size, device_array, {}, "the dynamic shared memory", 0, {}, true, false });
    return p;
}

static std::vector<void (*)()> outside_of_functions EARLY;

int at_launch(void (*make_known)())
{
    outside_of_functions.push_back(make_known);
    return 0;
}

void know_shared()
{
    for (auto make_known : outside_of_functions)
        make_known();
}

void on_shared(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
               unsigned inner2, unsigned)
{
    if (!self || trial_runs ||
        shared_space.state[((uintptr_t)p - shared_space.base) / 4] != not_shared)
        return;
    set_state((uintptr_t)p - shared_front, shared_front + size + shared_guard, 0xff, false);
    set_state((uintptr_t)p, size, 0xff, true);
    know({ (uintptr_t)p, size, device_array, {}, name, element, { inner1, inner2 }, true, false });
}

/* ---- the hooks: global memory ---------------------------------------------------------------- */

void on_space(void *base, void *end)
{
    make_cells(arena, (uintptr_t)base, (size_t)((char *)end - (char *)base));
}

void on_allocation(void *p, size_t size, array_kind kind)
{
    set_state((uintptr_t)p, size, kind == device_array || kind == pool_array ? 0x0f : 0xff, true);
    know({ (uintptr_t)p, size, kind, calls_here(), nullptr, 0, {}, false, false });
}

void on_free(void *p)
{
    array *a = array_at((uintptr_t)p);
    if (!a)
        return;
    set_state(a->first, a->size, 0xff, false);
    size_t word = (a->first - arena.base) / 4, words = a->size / 4;
    madvise((void *)(((uintptr_t)(arena.cells + word) + 4095) & ~(uintptr_t)4095),
            words * sizeof(cell) & ~(size_t)4095, MADV_DONTNEED);
    a->freed = true;
    if (a->freed_by.empty())
        a->freed_by = calls_here();
}

void on_symbol(const void *p, size_t size)
{
    if (!array_at((uintptr_t)p))
        on_variable((void *)p, size, "a __device__ variable", 0, 0, 0, device_variable);
}

static std::vector<stretch> constants EARLY;
static std::vector<stretch> guards EARLY; /* beside variables that are const */

static bool is_in(const std::vector<stretch> &all, uintptr_t address)
{
    for (const stretch &s : all)
        if (address - s.first < s.size)
            return true;
    return false;
}

bool is_constant_variable(uintptr_t address) { return is_in(constants, address); }
bool is_guard(uintptr_t address) { return is_in(guards, address); }

void on_guard(const char *bytes, size_t n)
{
    if (!globals.size)
        dl_iterate_phdr(find_spaces, nullptr);
    if (space_of((uintptr_t)bytes))
        set_state((uintptr_t)bytes, n, 0xf0, true); /* known, and no array */
    else
        guards.push_back({ (uintptr_t)bytes, n });
}

int on_variable(void *p, size_t size, const char *name, unsigned element, unsigned inner1,
                unsigned inner2, array_kind kind, unsigned)
{
    if (!globals.size)
        dl_iterate_phdr(find_spaces, nullptr);
    const uintptr_t end = (uintptr_t)p + size;
    /* In a kernel it is a static one of a function, where threads come by again and again. */
    if (self && array_at((uintptr_t)p))
        return 0;
    set_state((uintptr_t)p, size, 0xff, true);
    if (!self)
        on_guard((const char *)end, -end % 64); /* the next begins at such an address */
    know({ (uintptr_t)p, size, kind, {}, name, element, { inner1, inner2 }, false, false });
    if (kind == constant_variable)
        constants.push_back({ (uintptr_t)p, size });
    return 0;
}

} // namespace cpu_device::check

extern "C" void cpu_device_name_parameter(const void *p, const char *name)
{
    using namespace cpu_device::check;
    if (array *a = array_at((uintptr_t)p))
        a->parameter = name, a->skipped = (uintptr_t)p - a->first;
}

/* In the C library's place, also for delete: the host frees memory of CUDA, and a GPU's program
 * ends. */
extern "C" void __libc_free(void *p);
extern "C" void free(void *p)
{
    using namespace cpu_device::check;
    const bool in_arena = (uintptr_t)p - arena.base < arena.size;
    const array *a = in_arena && !cpu_device::self ? array_at((uintptr_t)p) : nullptr;
    if (!a)
        return __libc_free(p);
    const bool pinned = a->kind == pinned_array;
    find(wrong_memory, event(), by_calls(calls_here(), no_access))->detail =
        cpu_device::in_both([=] {
            return _("free() or delete for memory that CUDA has given: ") +
                   std::string(pinned ? _("what cudaMallocHost gave goes back with cudaFreeHost")
                                      : _("what cudaMalloc gave goes back with cudaFree"));
        });
    on_free(p);
}
