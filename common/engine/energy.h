/* Joules, for --energy: the counters of a GPU (NVML) and of a CPU (RAPL), and what they have
 * counted between two looks. A look says when it was taken. NVML's counter moves every 20 to 100 ms
 * on some cards, so it takes seconds between two looks to say anything. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

#define ENERGY_SECONDS 2 /* seconds that a version runs back to back */
#define IDLE_SECONDS   1 /* seconds that nothing runs, once */

/* In the environment, for tests: seconds in place of both, and a folder in place of RAPL's. */
#define SECONDS_FOR_TESTS "LAB_ENERGY_SECONDS"
#define RAPL_FOR_TESTS    "LAB_POWERCAP"
#define RAPL              "/sys/class/powercap"

#define MOST_COUNTERS 8 /* a CPU has one for each socket */

struct look {
    int count; /* of counters; 0: none can be read */
    double joules[MOST_COUNTERS];
    double range[MOST_COUNTERS]; /* a counter begins anew after this many joules; 0: never */
    double ms;                   /* when */
};

struct look look_at_gpu(void); /* of nvml_open */
struct look look_at_cpu(void);

/* The joules between two looks. NAN: they say nothing. What a reader should know is added to doubt:
 * a counter that began anew, went back, did not move. */
double joules_between(const struct look *first, const struct look *last, char *doubt, size_t size);

double energy_seconds(double usual); /* or what a test wants */

__END_DECLS
