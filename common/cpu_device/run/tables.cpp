/* CPU device: tables of virtual functions. An object that the host has made holds the address of
 * the host's table, which a kernel cannot read; here both have the same one. So in what is copied
 * to the device such an address is replaced by one at which nothing lies, and put back in what is
 * copied to the host. Only in programs with virtual functions. */
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include "runtime.h"

namespace cpu_device
{

static uintptr_t first, hidden; /* of the program's tables, and of the addresses in their place */
static size_t bytes;            /* 0: there is nothing to replace */

int watch_tables()
{
    dl_iterate_phdr(
        [](struct dl_phdr_info *info, size_t, void *) {
            for (int i = 0; i < info->dlpi_phnum; i++)
                if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
                    first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
                    bytes = info->dlpi_phdr[i].p_memsz;
                }
            return 1; /* the program comes first */
        },
        nullptr);
    void *p =
        bytes ? mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    hidden = (uintptr_t)p;
    bytes = p == MAP_FAILED ? 0 : bytes;
    return 0;
}

void move_tables(void *p, size_t size, bool to_device)
{
    const uintptr_t from = to_device ? first : hidden, to = to_device ? hidden : first;
    const size_t skipped = -(uintptr_t)p % sizeof(void *);
    for (size_t i = skipped; bytes && i + sizeof(void *) <= size; i += sizeof(void *)) {
        uintptr_t word;
        memcpy(&word, (char *)p + i, sizeof word);
        if (word - from >= bytes)
            continue;
        word += to - from;
        memcpy((char *)p + i, &word, sizeof word);
    }
}

bool is_hidden_table(const void *p) { return (uintptr_t)p - hidden < bytes; }

} // namespace cpu_device
