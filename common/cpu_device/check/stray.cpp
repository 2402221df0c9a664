/* CPU device: the bug finder: a kernel's access to an address that is no array and no variable of
 * the device. */
#include <link.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <deque>
#include <map>
#include "state.h"

namespace cpu_device::check
{

CPU_DEVICE_THREAD uintptr_t frame;

namespace
{

enum local { no_local, own, over, of_another };

/* Whose local memory is there? Below the frame of the function that touches it nothing is alive. */
local local_at(uintptr_t address)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (address - here < small_stack)
        return address < frame ? over : own;
    const stretch there = stack_with(address);
    return !there.size                        ? no_local
           : here - there.first >= there.size ? of_another
           : address < frame                  ? over
                                              : own;
}

} // namespace

bool is_local(uintptr_t address)
{
    frame = 0; /* the compiler's other calls do not tell */
    return local_at(address) == own;
}

namespace
{

bool is_argument(uintptr_t address) /* they lie in the launch */
{
    return address - (uintptr_t)at.kernel < malloc_usable_size((void *)at.kernel);
}

/* The bug finder's own memory, where a wild address may fall; nothing of the program is there.
 */
bool is_ours(uintptr_t address)
{
    for (const space *s : { &shared_space, &arena, &globals }) {
        const size_t words = (s->size + 7) / 4;
        if (address - (uintptr_t)s->cells < words * sizeof(cell) ||
            address - (uintptr_t)s->bytes < words * 4 * sizeof(cell) ||
            address - (uintptr_t)s->state < words)
            return true;
    }
    return false;
}

bool is_mapped(uintptr_t address) /* or a pointer to nowhere? */
{
    static uintptr_t seen[256]; /* pages that this launch has found mapped, by number; 0: none */
    static tick launch;
    const uintptr_t page_bytes = page_size(), page = address / page_bytes;
    uintptr_t &known = seen[page % 256];
    unsigned char there;
    if (is_ours(address) || page == 0)
        return false;
    if (launch != at.launch)
        memset(seen, 0, sizeof seen);
    launch = at.launch;
    if (known != page && mincore((void *)(page * page_bytes), 1, &there) == 0)
        known = page;
    return known == page;
}

/* Pages of the program that are not written once it runs: constants, tables of functions. */
bool is_constant(uintptr_t address)
{
    static uintptr_t low, high;
    if (!high)
        dl_iterate_phdr(
            [](struct dl_phdr_info *info, size_t, void *) {
                high = 1;
                for (int i = 0; i < info->dlpi_phnum; i++)
                    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
                        low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
                        high = low + info->dlpi_phdr[i].p_memsz;
                    }
                return 1;
            },
            nullptr);
    return (address >= (uintptr_t)&__executable_start && address < globals.base) ||
           address - low < high - low;
}

} // namespace

/* The finding of an access to none of the known arrays. A kernel may repeat it a million times:
 * only the first one is described. */
template <class Detail>
static finding *find_nowhere(kind_of_bug kind, const char *memory, const event &e, Detail detail)
{
    finding *f = find_here(kind, e);
    if (f->count > 1)
        return f;
    f->memory = memory;
    f->array = "";
    f->element = bilingual();
    f->size = 0;
    f->index = 0;
    f->detail = in_both(detail);
    return f;
}

/* ---- the heap of kernels: malloc and free, new and delete -----------------------------------
 */

namespace
{

struct heap_block {
    size_t size;
    const char *with;         /* malloc or new */
    const void *made, *freed; /* by the calls there; or null */
};
std::map<uintptr_t, heap_block> heap EARLY;
std::deque<void *> given EARLY; /* blocks that have been freed, and are kept */

const size_t most_given = 1000, largest_given = 65536;

void wrong_free(const side &by)
{
    finding *f = find(wrong_memory, event(), by);
    f->memory = "heap";
    f->detail = in_both([] {
        return std::string(_("free or delete for what has been given back already, or for what no "
                             "malloc or new of a kernel gave"));
    });
}

/* Is the access to a block of the heap, or to what lies just behind one? Notes what is wrong. */
bool touches_heap(const event &e)
{
    auto i = heap.upper_bound(e.address);
    if (i == heap.begin())
        return false;
    const uintptr_t offset = e.address - (--i)->first;
    const heap_block &b = i->second;
    if (offset >= malloc_usable_size((void *)i->first))
        return false;
    if (!b.freed && offset + e.bytes <= b.size)
        return true;
    finding *f = find_nowhere(out_of_bounds, "heap", e, [&] {
        return b.freed            ? _("the array has been freed")
               : offset >= b.size ? say(_("%lld bytes past its end"), (long long)(offset - b.size))
                                  : _("reaches past its end");
    });
    if (f->count > 1)
        return true;
    f->array = b.with;
    f->made = { b.made };
    f->size = b.size;
    f->index = (long long)(offset / e.bytes);
    if (b.freed)
        f->freed = { b.freed };
    return true;
}

} // namespace

void on_heap_taken(const void *p, size_t size, const char *with, const void *by)
{
    if (!trial_runs)
        heap[(uintptr_t)p] = { size, with, by, nullptr };
}

bool on_heap_given(const void *p, const void *by)
{
    auto i = heap.find((uintptr_t)p);
    if (trial_runs || i == heap.end())
        return true;
    if (!i->second.freed) {
        i->second.freed = by;
        return true;
    }
    wrong_free({ { by }, "", no_access, at.block_number, at.thread, true });
    return false;
}

void *kept_for_a_while(void *p)
{
    auto i = heap.find((uintptr_t)p);
    if (trial_runs || i == heap.end())
        return p;
    if (i->second.size <= largest_given) {
        given.push_back(p);
        if (given.size() <= most_given)
            return nullptr;
        p = given.front();
        given.pop_front();
    }
    heap.erase((uintptr_t)p);
    return p;
}

void on_wrong_free(const char *place)
{
    if (!trial_runs)
        wrong_free(by_thread(at.thread, place, no_access));
}

void stray(const event &e)
{
    const local whose = local_at(e.address);
    if (whose == of_another) {
        find_nowhere(wrong_memory, "local", e, [] {
            return std::string(
                _("local memory of another thread: on a GPU each finds its own there"));
        });
        return;
    }
    if (whose == over) {
        auto detail = [] {
            return std::string(_("a local variable of a function that has returned"));
        };
        find_nowhere(wrong_memory, "local", e, detail)->ended = true;
        return;
    }
    if (whose == no_local && touches_heap(e))
        return;
    if (is_guard(e.address)) {
        find_here(out_of_bounds, e);
        return;
    }
    if (whose == own || is_argument(e.address) || (e.address ^ device_heap) < heap_bytes ||
        is_constant(e.address) || is_registered((void *)e.address))
        return;
    space *s = space_of(e.address);
    const char *shadowed = shadowed_name((const void *)e.address);
    bool host = s == &globals || (!s && is_mapped(e.address));
    find_nowhere(host ? wrong_memory : out_of_bounds, host ? "host" : "global", e, [&] {
        return is_hidden_table((void *)e.address)
                   ? _("the table of virtual functions of an object that the host has made")
               : shadowed
                   ? say(_("the host's variable by the name of %s, not the device's"), shadowed)
               : host             ? _("memory of the host")
               : e.address < 4096 ? _("a null pointer")
                                  : _("an address outside of any array");
    });
}

/* A kernel touches a page that is not mapped; that has been noted. It goes on with a page of
 * zeroes, so that one bug does not hide the others. */
bool on_wild_access(char *address)
{
    static int pages = 1000;
    const size_t bytes = page_size();
    char *page = (char *)((uintptr_t)address / bytes * bytes);
    if ((uintptr_t)address < 1 << 16 || stack_with((uintptr_t)address).size || pages-- <= 0)
        return false;
    if ((uintptr_t)address - arena.base < arena.size)
        return mprotect(page, bytes, PROT_READ | PROT_WRITE) == 0;
    void *p = mmap(page, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED && p != page)
        munmap(p, bytes);
    return p == page;
}

} // namespace cpu_device::check
