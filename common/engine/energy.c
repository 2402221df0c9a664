#include "energy.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine.h"
#include "nvml.h"
#include "rows.h"
#include "timing.h"

double energy_seconds(double usual)
{
    const char *wanted = getenv(SECONDS_FOR_TESTS);

    return wanted && atof(wanted) > 0 ? atof(wanted) : usual;
}

/* ---- counters ------------------------------------------------------------------------------- */

struct look look_at_gpu(void)
{
    struct look look = { .ms = now_ms() };

    look.count = nvml_joules(&look.joules[0]);
    return look;
}

/* A file of one zone; in microjoules. False: it cannot be read, as where only root may. */
static bool microjoules(const char *zone, const char *file, double *joules)
{
    char path[512], text[64];

    snprintf(path, sizeof(path), "%s/%s", zone, file);
    bool there = read_after(path, "", text, sizeof(text));
    *joules = 1e-6 * atof(text);
    return there;
}

/* A zone is a socket (package-0) or a part of one, which the socket's own counter includes. */
static bool is_socket(const char *zone)
{
    char path[512], name[64];

    snprintf(path, sizeof(path), "%s/name", zone);
    read_after(path, "", name, sizeof(name));
    return !strncmp(name, "package", 7);
}

struct look look_at_cpu(void)
{
    const char *folder = getenv(RAPL_FOR_TESTS);
    struct look look = { .ms = now_ms() };
    char pattern[256];
    glob_t zones;

    snprintf(pattern, sizeof(pattern), "%s/intel-rapl:*", folder ? folder : RAPL);
    if (glob(pattern, 0, NULL, &zones))
        return look;
    for (size_t i = 0; i < zones.gl_pathc && look.count < MOST_COUNTERS; i++) {
        const char *zone = zones.gl_pathv[i];
        if (is_socket(zone) && microjoules(zone, "energy_uj", &look.joules[look.count]))
            microjoules(zone, "max_energy_range_uj", &look.range[look.count++]);
    }
    globfree(&zones);
    return look;
}

/* ---- what they have counted ----------------------------------------------------------------- */

double joules_between(const struct look *first, const struct look *last, char *doubt, size_t size)
{
    double joules = 0;

    if (!first->count || first->count != last->count)
        return NAN;
    for (int i = 0; i < first->count; i++) {
        double more = last->joules[i] - first->joules[i];
        if (more < 0 && !last->range[i]) {
            add_doubt(doubt, size, "the counter went back");
            return NAN;
        }
        if (more < 0)
            add_doubt(doubt, size, "a counter began anew");
        joules += more < 0 ? more + last->range[i] : more;
    }
    if (joules > 0)
        return joules;
    add_doubt(doubt, size, "the counter did not move");
    return NAN;
}
