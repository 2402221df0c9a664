/* CPU device: what a call of a library may touch. */
#include "operation.h"
#include "../cpu_device/run/memory.h"

namespace cpu_device::libraries
{

static bool is_there(const char *call, const piece &p)
{
    size_t all = (p.columns - 1) * p.pitch + p.bytes;
    where at = locate(p.at, all);
    if (at == device_only || at == both)
        return true;
    CPU_DEVICE_HOOK(on_library_fault(call, p.name, p.at, all));
    int none = 0;
    if (fault_code.compare_exchange_strong(none, cudaErrorIllegalAddress))
        fprintf(stderr, _("CPU device: %s: %s, %zu bytes at %p: %s\n"), call, p.name, all, p.at,
                at == host_only ? _("is memory of the host; cudaMalloc gives the device's")
                                : _("goes past the end of an array, or lies in none"));
    return false;
}

bool reaches(const char *call, const std::vector<piece> &pieces)
{
    CPU_DEVICE_HOOK(on_library(call));
    for (const piece &p : pieces)
        if (p.columns && p.bytes && !is_there(call, p))
            return false;
#ifdef CPU_DEVICE_CHECK
    for (const piece &p : pieces) {
        bool one = p.bytes == p.pitch;
        for (size_t i = 0; i < (one ? 1 : p.columns); i++)
            check::on_library(call, p.name, (char *)p.at + i * p.pitch,
                              one ? p.bytes * p.columns : p.bytes, p.read, p.written);
    }
#endif
    return true;
}

bool is_on_device_only(const char *call, const char *name, const void *p)
{
    if (locate(p, 1) != device_only)
        return false;
    fprintf(stderr, _("CPU device: %s: %s must be in the host's memory here\n"), call, name);
    return true;
}

} // namespace cpu_device::libraries
