/* Reads the limit of __launch_bounds__ on a kernel's block from an object of nvcc. Its section
 * .nv.info.NAME holds attributes: a byte for the format, one for the attribute, two for its size or
 * value. nvdisasm calls attribute 5 EIATTR_MAX_THREADS. */
#include "cubin.h"

#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WITH_SIZE = 4, MAX_THREADS = 5 };

static unsigned threads_in(const unsigned char *at, size_t size)
{
    uint32_t n[3];
    uint16_t length;

    for (size_t i = 0; i + 4 <= size; i += 4 + length) {
        memcpy(&length, at + i + 2, 2);
        if (at[i] != WITH_SIZE)
            length = 0;
        else if (at[i + 1] == MAX_THREADS && length == sizeof n && i + 4 + length <= size) {
            memcpy(n, at + i + 4, sizeof n);
            return n[0] * n[1] * n[2];
        }
    }
    return 0;
}

static unsigned threads_of_kernel(const unsigned char *file, size_t size, const char *kernel)
{
    static const char begins[] = ".nv.info.";
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;

    if (size < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0 ||
        header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size ||
        header->e_shstrndx >= header->e_shnum)
        return 0;
    const Elf64_Shdr *s = (const Elf64_Shdr *)(file + header->e_shoff);
    const char *names = (const char *)file + s[header->e_shstrndx].sh_offset;
    for (unsigned i = 0; i < header->e_shnum; i++) {
        const char *name = names + s[i].sh_name;
        if (!strncmp(name, begins, strlen(begins)) && !strcmp(name + strlen(begins), kernel) &&
            s[i].sh_offset + s[i].sh_size <= size)
            return threads_in(file + s[i].sh_offset, s[i].sh_size);
    }
    return 0;
}

unsigned cubin_threads(FILE *in, const char *kernel)
{
    size_t size = 0, room = 1 << 20;
    unsigned char *file = malloc(room);

    rewind(in);
    for (size_t n; file && (n = fread(file + size, 1, room - size, in)) > 0;) {
        size += n;
        if (size == room)
            file = realloc(file, room *= 2);
    }
    unsigned threads = file ? threads_of_kernel(file, size, kernel) : 0;
    free(file);
    return threads;
}
