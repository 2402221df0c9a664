#include "nvml.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* ---- NVML ----------------------------------------------------------------------------------- */

/* From nvml.h of the toolkit, which machines with a driver need not have. */
typedef void *gpu;
enum { CLOCK_SM = 1, CLOCK_MEMORY = 2 };

static struct nvml {
    int (*init)(void);
    int (*gpu_at)(const char *bus_id, gpu *);
    int (*gpu_number)(unsigned int, gpu *);
    int (*clock)(gpu, int which, unsigned int *mhz);
    int (*highest_clock)(gpu, int which, unsigned int *mhz);
    int (*held_by)(gpu, unsigned long long *reasons);
    int (*mig_mode)(gpu, unsigned int *current, unsigned int *pending);
    int (*energy)(gpu, unsigned long long *millijoules);
    int (*programs)(gpu, unsigned int *count, void *unused);
    int (*display)(gpu, int *active);
} nvml;
static gpu opened; /* NULL: none */

/* Where the loader looks; in WSL; in Colab. */
static const char *const libraries[] = { "libnvidia-ml.so.1", "/usr/lib/wsl/lib/libnvidia-ml.so.1",
                                         "/usr/lib64-nvidia/libnvidia-ml.so.1" };

static bool load(void)
{
    void *library = NULL;

    for (int i = 0; i < 3 && !library; i++)
        library = dlopen(libraries[i], RTLD_NOW);
    if (!library)
        return false;
    *(void **)&nvml.init = dlsym(library, "nvmlInit_v2");
    *(void **)&nvml.gpu_at = dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2");
    *(void **)&nvml.gpu_number = dlsym(library, "nvmlDeviceGetHandleByIndex_v2");
    *(void **)&nvml.clock = dlsym(library, "nvmlDeviceGetClockInfo");
    *(void **)&nvml.highest_clock = dlsym(library, "nvmlDeviceGetMaxClockInfo");
    *(void **)&nvml.held_by = dlsym(library, "nvmlDeviceGetCurrentClocksThrottleReasons");
    *(void **)&nvml.mig_mode = dlsym(library, "nvmlDeviceGetMigMode");
    *(void **)&nvml.energy = dlsym(library, "nvmlDeviceGetTotalEnergyConsumption");
    *(void **)&nvml.programs = dlsym(library, "nvmlDeviceGetComputeRunningProcesses_v3");
    *(void **)&nvml.display = dlsym(library, "nvmlDeviceGetDisplayActive");
    return nvml.init && !nvml.init();
}

static bool is_there(void)
{
    static int there = -1;

    if (there < 0)
        there = load();
    return there;
}

void nvml_open(const char *bus_id)
{
    opened = NULL;
    if (is_there() && (!nvml.gpu_at || nvml.gpu_at(bus_id, &opened)))
        opened = NULL;
}

static int mhz(int (*ask)(gpu, int, unsigned int *), int which)
{
    unsigned int value = 0;

    return opened && ask && !ask(opened, which, &value) ? (int)value : 0;
}

struct clocks nvml_clocks(void)
{
    struct clocks c = { mhz(nvml.clock, CLOCK_SM), mhz(nvml.clock, CLOCK_MEMORY),
                        mhz(nvml.highest_clock, CLOCK_SM), 0, false };

    c.known = opened && nvml.held_by && !nvml.held_by(opened, &c.held);
    return c;
}

bool nvml_joules(double *joules)
{
    unsigned long long millijoules = 0;
    bool known = opened && nvml.energy && !nvml.energy(opened, &millijoules);

    *joules = millijoules / 1e3;
    return known;
}

/* Called with no room, it says how many there are and that this is too little room. */
int nvml_programs(void)
{
    unsigned int count = 0;

    if (opened && nvml.programs)
        nvml.programs(opened, &count, NULL);
    return (int)count;
}

bool nvml_display(void)
{
    int active = 0;

    return opened && nvml.display && !nvml.display(opened, &active) && active;
}

bool nvml_mig(void)
{
    unsigned int now, next;
    gpu one;

    for (unsigned int i = 0; is_there() && nvml.gpu_number && nvml.mig_mode; i++) {
        if (nvml.gpu_number(i, &one))
            break;
        if (!nvml.mig_mode(one, &now, &next) && now)
            return true;
    }
    return false;
}

/* ---- in words ------------------------------------------------------------------------------- */

/* nvmlClocksThrottleReason..., in the order of their bits. */
static const struct {
    const char *words;
    enum { NO_CAP, CAP, SLOWS } is; /* SLOWS: a cap that not every run of such a card meets */
} reasons[] = { { "idleness", NO_CAP },           { "a setting of the clocks", NO_CAP },
                { "the power limit", CAP },       { "the hardware (heat or power)", SLOWS },
                { "a group of GPUs", NO_CAP },    { "heat", SLOWS },
                { "heat (hardware)", SLOWS },     { "the power supply (hardware)", SLOWS },
                { "the display's clock", NO_CAP } };
#define REASONS (int)(sizeof(reasons) / sizeof(*reasons))

/* The reasons in words, with " and " between. Returns how many characters these are. */
static int write_reasons(char *text, int size, unsigned long long held)
{
    int used = 0;

    text[0] = 0;
    for (int i = 0; i < REASONS && used < size; i++)
        if (held >> i & 1)
            used +=
                snprintf(text + used, size - used, "%s%s", used ? " and " : "", reasons[i].words);
    return used;
}

const char *clocks_in_words(char text[160], const struct clocks *c)
{
    int used = 0;

    text[0] = 0;
    if (c->sm)
        used +=
            snprintf(text, 160, "SM %d MHz of %d, memory %d MHz", c->sm, c->highest_sm, c->memory);
    if (!c->sm || !c->known)
        return text;
    used += snprintf(text + used, 160 - used, ", held by ");
    if (!write_reasons(text + used, 160 - used, c->held))
        snprintf(text + used, 160 - used, "nothing");
    return text;
}

const char *what_slows(const struct clocks *c)
{
    for (int i = 0; i < REASONS; i++)
        if (c->known && reasons[i].is == SLOWS && c->held >> i & 1)
            return reasons[i].words;
    return NULL;
}

const char *what_caps(char text[80], unsigned long long held)
{
    unsigned long long caps = 0;

    for (int i = 0; i < REASONS; i++)
        caps |= reasons[i].is != NO_CAP ? 1ull << i : 0;
    return write_reasons(text, 80, held & caps) ? text : NULL;
}
