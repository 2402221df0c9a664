/* common/engine/nvml: with a library of its name that answers as this test wants it to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "unit.h"
#include <dlfcn.h>

#include "common/engine/nvml.h"
#include "common/engine/options.h"
#include "common/engine/report.h"
#include "capture.h"

static const char source[] =
    "#include <string.h>\n"
    "unsigned long long held, used = 12345; unsigned int mig, programs; int display;\n"
    "int nvmlInit_v2(void) { return 0; }\n"
    "int nvmlDeviceGetHandleByPciBusId_v2(const char *id, void **gpu)\n"
    "{ *gpu = &held; return strcmp(id, \"0000:3B:00.0\") ? 6 : 0; }\n"
    "int nvmlDeviceGetHandleByIndex_v2(unsigned int i, void **gpu)\n"
    "{ *gpu = &held; return i > 1 ? 2 : 0; }\n"
    "int nvmlDeviceGetClockInfo(void *gpu, int which, unsigned int *mhz)\n"
    "{ return *mhz = which == 1 ? 1350 : which == 2 ? 5001 : 7, gpu != &held; }\n"
    "int nvmlDeviceGetMaxClockInfo(void *gpu, int which, unsigned int *mhz)\n"
    "{ return *mhz = which == 1 ? 1590 : 7, gpu != &held; }\n"
    "int nvmlDeviceGetCurrentClocksThrottleReasons(void *gpu, unsigned long long *reasons)\n"
    "{ return *reasons = held, gpu != &held; }\n"
    "int nvmlDeviceGetTotalEnergyConsumption(void *gpu, unsigned long long *millijoules)\n"
    "{ return *millijoules = used, gpu != &held; }\n"
    "int nvmlDeviceGetComputeRunningProcesses_v3(void *gpu, unsigned int *count, void *room)\n"
    "{ return *count = programs, room || gpu != &held ? 2 : programs ? 7 : 0; }\n"
    "int nvmlDeviceGetDisplayActive(void *gpu, int *active)\n"
    "{ return *active = display, gpu != &held; }\n"
    "int nvmlDeviceGetMigMode(void *gpu, unsigned int *now, unsigned int *next)\n"
    "{ static int calls; return *now = *next = calls++ % 2 ? mig : 0, gpu != &held; }\n";

static unsigned long long *held;
static unsigned int *mig, *programs;
static int *display;

/* Loads the library under the name that NVML has; who asks for that name later gets this one. */
static int pretend(void **state)
{
    char folder[] = "/tmp/nvml.XXXXXX", command[256];

    if (!mkdtemp(folder) || chdir(folder))
        return -1;
    FILE *f = fopen("nvml.c", "w");
    fputs(source, f);
    fclose(f);
    snprintf(command, sizeof(command),
             "${CC:-cc} -shared -fPIC -Wl,-soname,libnvidia-ml.so.1 nvml.c -o nvml.so");
    int failed = system(command);
    void *library = failed ? NULL : dlopen("./nvml.so", RTLD_NOW);
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    failed |= chdir("/") | system(command);
    held = library ? dlsym(library, "held") : NULL;
    mig = library ? dlsym(library, "mig") : NULL;
    programs = library ? dlsym(library, "programs") : NULL;
    display = library ? dlsym(library, "display") : NULL;
    return failed || !held || !mig || !programs || !display ? -1 : 0;
}

static void assert_words(unsigned long long reasons, const char *words, const char *slows)
{
    char text[160];

    *held = reasons;
    const struct clocks clocks = nvml_clocks();
    assert_string_equal(clocks_in_words(text, &clocks), words);
    if (slows)
        assert_string_equal(what_slows(&clocks), slows);
    else
        assert_null(what_slows(&clocks));
}

#define CLOCKS "SM 1350 MHz of 1590, memory 5001 MHz, held by "

TEST(clocks_and_what_holds_them)
{
    nvml_open("0000:3B:00.0");
    assert_int_equal(nvml_clocks().highest_sm, 1590);
    assert_words(0, CLOCKS "nothing", NULL);
    assert_words(1, CLOCKS "idleness", NULL);
    assert_words(4, CLOCKS "the power limit", NULL); /* as a T4 always is */
    assert_words(4 | 0x20, CLOCKS "the power limit and heat", "heat");
    assert_words(0x8, CLOCKS "the hardware (heat or power)", "the hardware (heat or power)");
    assert_words(0x80, CLOCKS "the power supply (hardware)", "the power supply (hardware)");
    assert_words(1ull << 40, CLOCKS "nothing", NULL); /* what later drivers may add */
    char text[160];
    *held = 0x1ff; /* more than there is room for */
    const struct clocks clocks = nvml_clocks();
    assert_true(strlen(clocks_in_words(text, &clocks)) < sizeof(text));
}

static void run(void *csv)
{
    static const struct lab lab = { .name = "lab09", .title = "", .counts = "n", .unit = "GB/s" };
    static const struct device device = { .name = "GPU X" };
    const struct options options = { .csv = csv, .sizes = { 1 }, .size_count = 1 };
    struct report report;

    *held = 0;
    report_banner(&report, &lab, &options, &device);
    *held = 0x20;
    report_end(&report);
}

TEST(the_csv_has_them_before_and_after)
{
    char path[] = "/tmp/nvml.XXXXXX", text[8192];

    close(mkstemp(path));
    nvml_open("0000:3B:00.0");
    const struct said said = capture(run, path);
    read_all(fopen(path, "r"), text, sizeof(text));
    unlink(path);
    assert_said(text, "\n# clocks before: " CLOCKS "nothing\n# clocks after: " CLOCKS "heat\n");
    assert_said(said.out, "\ndoubt    the GPU's clocks are held down by heat\n");
}

TEST(a_cap_is_a_row_s_doubt)
{
    char text[80];

    assert_null(what_caps(text, 0x1 | 0x2 | 0x10 | 0x100 | 1ull << 40)); /* none of them a cap */
    assert_string_equal(what_caps(text, 0x1 | 0x4), "the power limit");
    assert_string_equal(what_caps(text, 0x4 | 0x20), "the power limit and heat");
    assert_string_equal(what_caps(text, 0x80), "the power supply (hardware)");
    assert_true(strlen(what_caps(text, 0x1ff)) < sizeof(text)); /* more than there is room for */
}

TEST(who_else_uses_it)
{
    nvml_open("0000:3B:00.0");
    *programs = 3, *display = 1;
    assert_int_equal(nvml_programs(), 3);
    assert_true(nvml_display());
    const struct said said = capture(run, NULL);
    assert_said(said.out, "\ndoubt    2 other programs on the GPU: times may be theirs, too\n");
    assert_said(said.out, "\ndoubt    the GPU drives a display");
    *programs = 1, *display = 0;
    assert_false(nvml_display());
    assert_null(strstr(capture(run, NULL).out, "on the GPU: times"));
    nvml_open("0000:00:00.0"); /* none is there */
    assert_int_equal(nvml_programs(), 0);
    assert_false(nvml_display());
}

TEST(mig_is_seen_on_any_gpu)
{
    *mig = 0;
    assert_false(nvml_mig());
    *mig = 1; /* of the second */
    assert_true(nvml_mig());
}

TEST(joules_and_who_computes)
{
    double joules;

    nvml_open("0000:3B:00.0");
    assert_true(nvml_joules(&joules));
    assert_true(joules == 12.345);
    *programs = 2;
    assert_int_equal(nvml_programs(), 2);
    nvml_open("0000:00:00.0"); /* none is there */
    assert_false(nvml_joules(&joules));
    assert_int_equal(nvml_programs(), 0);
}

TEST(an_unknown_gpu_has_no_clocks)
{
    char text[160] = "x";

    nvml_open("0000:00:00.0");
    const struct clocks clocks = nvml_clocks();
    assert_true(!clocks.sm && !clocks.memory && !clocks.highest_sm && !clocks.known);
    assert_string_equal(clocks_in_words(text, &clocks), "");
    assert_null(what_slows(&clocks));
}

AROUND_ALL(pretend, NULL)
