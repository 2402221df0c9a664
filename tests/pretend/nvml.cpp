/* The pretend GPU: its NVML, the library that tells clocks and energy; the machine's own is never
 * loaded. */
#include "pretend.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>

using namespace pretend;

namespace
{

const char handle = 0; /* its address is that of the library, and of the GPU */
const int not_supported = 3, too_little_room = 7;

enum clock { SM = 1, MEMORY = 2 };

int init()
{
    return 0;
}

int find(const char *, const void **gpu)
{
    *gpu = &handle;
    return 0;
}

int find_number(unsigned number, const void **gpu)
{
    *gpu = &handle;
    return number ? not_supported : 0;
}

int clock_now(const void *, int which, unsigned *mhz)
{
    *mhz = (unsigned)(which == SM ? model_clock() * asked().sm_clock : asked().memory_clock);
    return which == SM || which == MEMORY ? 0 : not_supported;
}

int highest_clock(const void *, int which, unsigned *mhz)
{
    *mhz = (unsigned)(which == SM ? asked().highest_clock : asked().memory_clock);
    return which == SM || which == MEMORY ? 0 : not_supported;
}

int held_by(const void *, unsigned long long *reasons)
{
    *reasons = model_age() < asked().held_from ? 0 : (unsigned long long)asked().held;
    return 0;
}

int mig_mode(const void *, unsigned *now, unsigned *next)
{
    *now = *next = asked().mig != 0;
    return 0;
}

/* Only for a made-up machine, where it is known how long kernels took. */
int energy(const void *, unsigned long long *millijoules)
{
    double joules = asked().stuck ? 1 : asked().back ? 1e9 - model_joules() : model_joules();
    *millijoules = (unsigned long long)llround(1e3 * joules);
    return asked().counter && asked().model ? 0 : not_supported;
}

int programs(const void *, unsigned *count, void *)
{
    *count = (unsigned)asked().programs;
    return too_little_room;
}

int display(const void *, int *active)
{
    *active = asked().display != 0;
    return 0;
}

const struct {
    const char *name;
    void *function;
} functions[] = {
    { "nvmlInit_v2", (void *)init },
    { "nvmlDeviceGetHandleByPciBusId_v2", (void *)find },
    { "nvmlDeviceGetHandleByIndex_v2", (void *)find_number },
    { "nvmlDeviceGetClockInfo", (void *)clock_now },
    { "nvmlDeviceGetMaxClockInfo", (void *)highest_clock },
    { "nvmlDeviceGetCurrentClocksThrottleReasons", (void *)held_by },
    { "nvmlDeviceGetCurrentClocksEventReasons", (void *)held_by },
    { "nvmlDeviceGetMigMode", (void *)mig_mode },
    { "nvmlDeviceGetTotalEnergyConsumption", (void *)energy },
    { "nvmlDeviceGetComputeRunningProcesses_v3", (void *)programs },
    { "nvmlDeviceGetDisplayActive", (void *)display },
};

} // namespace

extern "C" {
void *__real_dlopen(const char *name, int flags);
void *__real_dlsym(void *library, const char *name);

void *__wrap_dlopen(const char *name, int flags)
{
    if (!name || !strstr(name, "libnvidia-ml"))
        return __real_dlopen(name, flags);
    return asked().nvml ? (void *)&handle : nullptr;
}

void *__wrap_dlsym(void *library, const char *name)
{
    if (library != &handle)
        return __real_dlsym(library, name);
    for (auto &f : functions)
        if (!strcmp(f.name, name))
            return f.function;
    return nullptr;
}
}
