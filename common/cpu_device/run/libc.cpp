/* CPU device: C's functions that differ in a kernel: printf and its relatives, clock(), assert().
 * On the host they do as in C. */
#include <malloc.h>
#include <stdarg.h>
#include "runtime.h"

namespace cpu_device
{

/* ---- printf: as much text per launch as CUDA's buffer holds ---------------------------------- */

std::atomic<size_t> print_buffer_size = 1 << 20; /* bytes */
static std::atomic<size_t> printed, dropped;     /* bytes; calls that printed nothing */

void printf_begins() { printed.store(0, std::memory_order_relaxed); }

void report_dropped()
{
    size_t calls = dropped ? dropped.exchange(0) : 0;
    if (calls)
        fprintf(stderr,
                _("CPU device: %zu calls of printf in kernels printed nothing: the buffer of %zu "
                  "bytes was full; cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) makes it "
                  "larger\n"),
                calls, (size_t)print_buffer_size);
}

static bool fits(size_t bytes)
{
#ifdef CPU_DEVICE_CHECK
    if (self)
        check::on_print();
#endif
    bool fit = !self || printed.fetch_add(bytes) + bytes <= print_buffer_size;
    dropped += !fit;
    return fit;
}

/* A precision is a number in a kernel's printf (CUDA C++ Programming Guide, "Format Specifiers"):
 * an H200 prints %.*f as it stands. */
static std::string without_star(std::string format)
{
    for (size_t at = 0; (at = format.find('%', at)) != std::string::npos; at++) {
        size_t end = format.find_first_not_of("-+ #0123456789.*hlLjzt", at + 1);
        if (format.find(".*", at) < end)
            format.insert(at++, 1, '%');
        else if (end != std::string::npos && format[end] == '%')
            at = end;
    }
    return format;
}

/* What CUDA's printf returns: how many arguments follow the format. */
static int arguments_of(const char *format)
{
    int count = 0;
    while ((format = strchr(format, '%'))) {
        const char *end = format + 1 + strspn(format + 1, "-+ #0123456789.*hlLjzt");
        count += *end && *end != '%';
        for (; format < end; format++)
            count += *format == '*';
        format += *end != 0;
    }
    return count;
}

static int print(const char *format, va_list arguments)
{
    char text[512];
    va_list again;
    if (!self)
        return vprintf(format, arguments);
    std::string usual;
    if (strstr(format, ".*"))
        format = (usual = without_star(format)).c_str();
    if (!format) /* never; but -fsanitize=undefined has g++ think of it, and warn */
        return -1;
    va_copy(again, arguments);
    int n = vsnprintf(text, sizeof text, format, arguments);
    if (n > 0 && fits((size_t)n)) {
        if ((size_t)n < sizeof text)
            fwrite(text, 1, (size_t)n, stdout);
        else
            vprintf(format, again);
    }
    va_end(again);
    return arguments_of(format);
}

} // namespace cpu_device

using namespace cpu_device;

extern "C" int printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = print(format, arguments);
    va_end(arguments);
    return n;
}

/* Compilers turn printf into these. */
extern "C" int __printf_chk(int, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = print(format, arguments);
    va_end(arguments);
    return n;
}

extern "C" int puts(const char *text)
{
    int error = 0;
    if (fits(strlen(text) + 1)) {
        flockfile(stdout);
        error = fputs(text, stdout) < 0 || fputc('\n', stdout) < 0 ? EOF : 0;
        funlockfile(stdout);
    }
    return error;
}

int cpu_device_putchar(int c) __asm__("putchar"); /* libc may have an inline one of that name */
int cpu_device_putchar(int c) { return fits(1) ? fputc(c, stdout) : c; }

/* ---- the heap of kernels --------------------------------------------------------------------- */

namespace cpu_device
{

std::atomic<size_t> heap_size = 8 << 20; /* bytes */
static std::atomic<size_t> heap_used;
#ifdef CPU_DEVICE_CHECK
static const size_t heap_gap = 64; /* behind each block: a little too far is found there */
#else
static const size_t heap_gap = 1;
#endif

static void *host_malloc(size_t size, size_t alignment)
{
    return alignment > alignof(max_align_t) ? memalign(alignment, size) : malloc(size);
}

void *heap_malloc(size_t size, size_t alignment)
{
    if (!self)
        return host_malloc(size, alignment);
    if (size > heap_size)
        return nullptr;
    void *p = host_malloc(size + heap_gap, alignment);
    size_t bytes = p ? malloc_usable_size(p) : 0;
    if (heap_used.fetch_add(bytes) + bytes <= heap_size) {
        CPU_DEVICE_HOOK(on_heap_taken(p, size, alignment ? "new" : "malloc",
                                      (char *)__builtin_return_address(0) - 1));
        return p;
    }
    heap_used -= bytes;
    free(p);
    return nullptr;
}

void heap_free(void *p)
{
#ifdef CPU_DEVICE_CHECK
    if (self && !check::on_heap_given(p, (char *)__builtin_return_address(0) - 1))
        return;
#endif
    if (self && p)
        heap_used -= malloc_usable_size(p);
#ifdef CPU_DEVICE_CHECK
    if (self)
        p = check::kept_for_a_while(p);
#endif
    free(p);
}

} // namespace cpu_device

/* ---- clock and assert ------------------------------------------------------------------------ */

/* In a kernel it ticks at the device's clock rate, as clock64() does. */
extern "C" clock_t clock() noexcept
{
    struct timespec t;
    if (self)
        return (clock_t)clock64();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * CLOCKS_PER_SEC + t.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

/* assert() in a kernel: CUDA's message, and the kernel ends. */
extern "C" void __assert_fail(const char *expression, const char *file, unsigned line,
                              const char *function) noexcept
{
    if (self) {
        fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
                file, line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                threadIdx.z, expression);
        fault(cudaErrorAssert, _("assertion failed"));
    }
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    abort();
}
