#include "machine.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "timing.h"

bool read_after(const char *path, const char *words, char *text, size_t size)
{
    FILE *f = fopen(path, "r");
    char line[256];
    size_t length = strlen(words);

    *text = 0;
    while (f && !*text && fgets(line, sizeof(line), f)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, words, length))
            snprintf(text, size, "%s", line + length + strspn(line + length, " \t:"));
    }
    if (f)
        fclose(f);
    return *text != 0;
}

void cpu_name(char *text, size_t size)
{
    if (!read_after("/proc/cpuinfo", "model name", text, size))
        snprintf(text, size, "unknown CPU"); /* Arm machines give no name */
}

double load_average(void)
{
    double load;

    return getloadavg(&load, 1) == 1 ? load : -1;
}

bool is_busy(double load, double others, int threads)
{
    return others < 0 ? load > 0.5 * threads : others > 0.25 * threads;
}

/* Seconds that a thread has run. One that sleeps is not awake; one that waits for a CPU is. */
static double cpu_seconds(int process, const char *thread, int *awake)
{
    char path[64], line[512] = "", state = 'S';
    unsigned long user = 0, system = 0;

    snprintf(path, sizeof(path), "/proc/%d/task/%.16s/stat", process, thread);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    const char *name_ends = fgets(line, sizeof(line), f) ? strrchr(line, ')') : NULL;
    if (name_ends)
        sscanf(name_ends, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &user,
               &system);
    fclose(f);
    *awake += !strchr("SIZX", state);
    return (double)(user + system) / sysconf(_SC_CLK_TCK);
}

void time_had(struct time_had *had, int process, int thread)
{
    const struct time_had before = *had;
    char name[64];
    int awake = 0;

    had->clock_ms = now_ms();
    had->cpu = 0;
    snprintf(name, sizeof(name), "/proc/%d/task", process);
    DIR *threads = thread ? NULL : opendir(name);
    for (struct dirent *t; threads && (t = readdir(threads));)
        if (isdigit((unsigned char)*t->d_name))
            had->cpu += cpu_seconds(process, t->d_name, &awake);
    if (threads)
        closedir(threads);
    snprintf(name, sizeof(name), "%d", thread);
    if (thread)
        had->cpu = cpu_seconds(process, name, &awake);
    if (!before.clock_ms)
        return;
    double clock = (had->clock_ms - before.clock_ms) / 1e3;
    double each = fmax(had->cpu - before.cpu, 0) / (awake ? awake : 1);
    had->seconds += awake ? fmin(each, clock) : clock;
}
