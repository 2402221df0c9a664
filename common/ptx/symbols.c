/* The program's own symbols: see symbols.h. */
#include "symbols.h"

#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* 12_GLOBAL__N_1 or 33_INTERNAL_cd65b719_...: how many characters to leave out. */
static size_t nameless(const char *p)
{
    char *end;
    unsigned long n;

    if (!isdigit((unsigned char)*p))
        return 0;
    n = strtoul(p, &end, 10);
    bool is = !strncmp(end, "_GLOBAL__N_", 11) || !strncmp(end, "_INTERNAL_", 10);
    return is && n <= strlen(end) ? (size_t)(end - p) + n : 0;
}

void symbol_common_name(const char *name, char *to)
{
    char *begin = to;
    bool mangled = !strncmp(name, "_Z", 2);

    for (const char *p = name; *p && !(mangled && *p == '.');) {
        size_t skip = mangled && !isdigit((unsigned char)p[-(p > name)]) ? nameless(p) : 0;
        p += skip;
        if (skip)
            continue;
        if (mangled && *p == 'L' && isdigit((unsigned char)p[1]))
            p++;
        else
            *to++ = *p++;
    }
    *to = 0;
    char *end = begin; /* _Z5table is table: a variable outside of namespaces */
    unsigned long n =
        mangled && isdigit((unsigned char)begin[2]) ? strtoul(begin + 2, &end, 10) : 0;
    if (n && strlen(end) == n)
        memmove(begin, end, n + 1);
}

static int first_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1; /* the program comes first */
}

static int by_address(const void *a, const void *b)
{
    const struct program_symbol *x = a, *y = b;

    return x->address < y->address ? -1 : x->address > y->address;
}

struct table {
    struct program_symbol *symbols;
    size_t count;
};

/* Those of one symbol table of the file. */
static struct table read_table(const unsigned char *file, const Elf64_Shdr *table,
                               const Elf64_Shdr *strings)
{
    const Elf64_Sym *s = (const Elf64_Sym *)(file + table->sh_offset);
    size_t n = table->sh_size / sizeof *s;
    struct table all = { calloc(n + 1, sizeof *all.symbols), 0 };
    uintptr_t base = 0;

    dl_iterate_phdr(first_base, &base);
    for (size_t i = 0; all.symbols && i < n; i++) {
        unsigned type = ELF64_ST_TYPE(s[i].st_info);
        const char *name = (const char *)file + strings->sh_offset + s[i].st_name;
        if ((type != STT_FUNC && type != STT_OBJECT) || !s[i].st_size || !s[i].st_shndx)
            continue;
        struct program_symbol *to = &all.symbols[all.count];
        if (!(to->name = malloc(strlen(name) + 1)))
            break;
        symbol_common_name(name, to->name);
        to->address = base + s[i].st_value;
        to->size = s[i].st_size;
        to->function = type == STT_FUNC;
        all.count++;
    }
    qsort(all.symbols, all.count, sizeof *all.symbols, by_address);
    return all;
}

static struct table read_program(void)
{
    struct table all = { NULL, 0 };
    struct stat status;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &status))
        return all;
    size_t size = (size_t)status.st_size;
    unsigned char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (file == MAP_FAILED)
        return all;
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum && !all.symbols; i++)
        if (sections[i].sh_type == SHT_SYMTAB)
            all = read_table(file, &sections[i], &sections[sections[i].sh_link]);
    munmap(file, size);
    return all;
}

const struct program_symbol *program_symbols(size_t *count)
{
    static struct table all; /* the caller has a lock */

    if (!all.symbols)
        all = read_program();
    *count = all.count;
    return all.symbols;
}

const char *program_function_at(const void *address)
{
    size_t count;
    const struct program_symbol *all = program_symbols(&count);
    uintptr_t a = (uintptr_t)address;

    for (size_t i = 0; i < count; i++)
        if (all[i].function && a - all[i].address < all[i].size)
            return all[i].name;
    return NULL;
}
