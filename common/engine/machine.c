#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool is_busy(double load, int threads)
{
    return load > 0.5 * threads;
}
