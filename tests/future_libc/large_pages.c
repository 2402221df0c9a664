/* To preload: pages of 16 KB, as some ARM CPUs have them. sysconf says so; what is not asked for by
 * whole pages of that size fails, as there, and is told on stderr. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE (size_t)(16 * 1024)

#define REAL(name)                                                                                 \
    static __typeof__(&name) real;                                                                 \
    if (!real)                                                                                     \
    real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int begins_no_page(const void *p, const char *name)
{
    if ((uintptr_t)p % PAGE == 0)
        return 0;
    dprintf(2, "%s: not at a page's begin: %p\n", name, p);
    errno = EINVAL;
    return 1;
}

static size_t whole(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

long sysconf(int name)
{
    REAL(sysconf);
    long value = real(name);

    return name == _SC_PAGESIZE ? (long)PAGE : name == _SC_PHYS_PAGES ? value / 4 : value;
}

int mprotect(void *p, size_t bytes, int access)
{
    REAL(mprotect);
    return begins_no_page(p, __func__) ? -1 : real(p, whole(bytes), access);
}

int madvise(void *p, size_t bytes, int advice)
{
    REAL(madvise);
    return begins_no_page(p, __func__) ? -1 : real(p, bytes, advice);
}

int mincore(void *p, size_t bytes, unsigned char *in_core)
{
    REAL(mincore);
    return begins_no_page(p, __func__) ? -1 : real(p, bytes, in_core);
}

int munmap(void *p, size_t bytes)
{
    REAL(munmap);
    return begins_no_page(p, __func__) ? -1 : real(p, whole(bytes));
}

void *mmap(void *p, size_t bytes, int access, int flags, int file, off_t offset)
{
    REAL(mmap);
    if (flags & MAP_FIXED)
        return begins_no_page(p, __func__) ? MAP_FAILED
                                           : real(p, whole(bytes), access, flags, file, offset);
    char *map = real(NULL, whole(bytes) + PAGE, access, flags, file, offset);
    return map == MAP_FAILED ? map : (char *)(((uintptr_t)map + PAGE - 1) / PAGE * PAGE);
}
