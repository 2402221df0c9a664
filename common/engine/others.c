#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "timing.h"

/* Seconds of CPU in the first line of /proc/stat: of all programs, without what was idle. */
static double seconds_of_all(void)
{
    double part[8] = { 0 }, sum = 0; /* user, nice, system, idle, iowait, irq, softirq, steal */
    char line[256];

    if (!read_after("/proc/stat", "cpu ", line, sizeof(line)))
        return 0;
    sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf", part, part + 1, part + 2, part + 3, part + 4,
           part + 5, part + 6, part + 7);
    for (int i = 0; i < 8; i++)
        sum += i == 3 || i == 4 ? 0 : part[i];
    return sum / sysconf(_SC_CLK_TCK);
}

static double seconds_of(int who)
{
    struct rusage used;

    getrusage(who, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec +
           1e-6 * (used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

double cpus_of_others(void)
{
    static double from_ms, from_all, from_own;
    double all = seconds_of_all(), own = seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);

    if (!from_ms) {
        from_ms = now_ms();
        from_all = all;
        from_own = own;
    }
    if (all <= from_all)
        return -1;
    return fmax(all - from_all - (own - from_own), 0) / (1e-3 * (now_ms() - from_ms));
}
