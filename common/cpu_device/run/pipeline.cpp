/* CPU device: copies to shared memory that run beside their thread (cuda_pipeline.h). Each is kept
 * until its thread waits for it, and is done then. */
#include <link.h>
#include <string.h>
#include <algorithm>
#include "runtime.h"

namespace cpu_device
{

namespace
{

struct copies_of_thread {
    std::vector<async_copy> open; /* oldest first */
    unsigned groups = 0;          /* how often the thread has called __pipeline_commit */
};
thread_local std::vector<copies_of_thread> by_thread; /* of the block that runs */

const size_t most_groups = 8; /* that a thread can leave open: CUDA's header has no larger case */

copies_of_thread &of_running_thread()
{
    if (!self)
        fault(cudaErrorLaunchFailure, _("a call of <cuda_pipeline.h>"));
    if (by_thread.size() < self->threads)
        by_thread.resize(self->threads);
    self->copying = true;
    return by_thread[linear_thread()];
}

int add_thread_local(struct dl_phdr_info *info, size_t, void *list)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data)
            ((std::vector<stretch> *)list)
                ->push_back({ (uintptr_t)info->dlpi_tls_data, info->dlpi_phdr[i].p_memsz });
    return 0;
}

/* A __shared__ variable is a thread-local one of the program, or of a library. */
bool is_static_shared(uintptr_t p)
{
    static thread_local std::vector<stretch> known;
    auto found = [=] {
        return std::any_of(known.begin(), known.end(),
                           [=](const stretch &s) { return p - s.first < s.size; });
    };
    if (found())
        return true;
    known.clear(); /* a library may have been loaded since */
    dl_iterate_phdr(add_thread_local, &known);
    return found();
}

bool is_shared(const void *p)
{
    size_t size = running_launch()->where.shared;
    return (uintptr_t)p - (uintptr_t)self->dynamic_shared < size || is_static_shared((uintptr_t)p);
}

/* A variable of the thread's own: on a stack of the block's, or on the CPU thread's. */
bool is_local(const void *p) { return stack_with((uintptr_t)p).size > 0; }

const char asks[] = "__pipeline_memcpy_async"; /* the call that is refused */

/* Ends the kernel, as NVIDIA's header does by a trap. */
void check_size(size_t size, size_t zeroes)
{
    char words[240];
    if (size != 4 && size != 8 && size != 16)
        snprintf(words, sizeof words, _("%s: a size of %zu bytes: it can be 4, 8 or 16"), asks,
                 size);
    else if (zeroes > size)
        snprintf(words, sizeof words, _("%s: zfill is %zu: at most the size, %zu"), asks, zeroes,
                 size);
    else
        return;
    fault(cudaErrorLaunchFailure, words);
}

/* Ends the kernel, as a GPU would. The bug finder has noted a misaligned address and goes on. */
void check_addresses(const async_copy &c)
{
    const char *wrong = nullptr;
    int error = cudaErrorIllegalAddress;
    char words[240];
    if (!is_shared(c.to))
        wrong = _("the destination is not in shared memory");
    else if (c.taken && (is_shared(c.from) || is_local(c.from)))
        wrong = _("the source is not in global memory");
#ifndef CPU_DEVICE_CHECK
    else if (((uintptr_t)c.to | (uintptr_t)c.from) % c.size)
        wrong = _("misaligned address"), error = cudaErrorMisalignedAddress;
#endif
    if (!wrong)
        return;
    snprintf(words, sizeof words, "%s: %s", asks, wrong);
    fault(error, words);
}

void do_copy(const async_copy &c)
{
#ifdef CPU_DEVICE_TRAFFIC
    check::on_async_copying(c);
#endif
    memcpy(c.to, c.from, c.taken);
    memset(c.to + c.taken, 0, c.size - c.taken);
    CPU_DEVICE_HOOK(on_async_copied(c));
}

} // namespace

unsigned groups_of(unsigned thread)
{
    return thread < by_thread.size() ? by_thread[thread].groups : 0;
}

void copy_async(void *to, const void *from, size_t size, size_t zeroes)
{
    copies_of_thread &mine = of_running_thread();
    check_size(size, zeroes);
    async_copy c = { (char *)to,
                     (const char *)from,
                     (unsigned)size,
                     (unsigned)(size - zeroes),
                     mine.groups,
                     linear_thread(),
                     __builtin_return_address(0) };
    CPU_DEVICE_STEP(on_async_copy(c));
    check_addresses(c);
#ifdef CPU_DEVICE_CHECK
    if (check::copies_at_once())
        return do_copy(c);
#endif
    mine.open.push_back(c);
}

void commit_copies() { of_running_thread().groups++; }

void wait_for_copies(size_t groups)
{
    copies_of_thread &mine = of_running_thread();
    std::vector<async_copy> &open = mine.open;
    size_t n = 0;
    for (; n < open.size() && mine.groups - open[n].group > std::min(groups, most_groups); n++) {
        const async_copy &c = open[n];
        do_copy(c);
    }
    open.erase(open.begin(), open.begin() + (long)n);
}

void forget_copies()
{
    for (copies_of_thread &t : by_thread)
        t = {};
    self->copying = false;
}

} // namespace cpu_device
