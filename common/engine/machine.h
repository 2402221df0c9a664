/* What the operating system tells about this machine. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* Copies what follows `words` and blanks in the first line of a file that begins with them.
 * False: there is none, and text is empty. */
bool read_after(const char *path, const char *words, char *text, size_t size);

void cpu_name(char *text, size_t size);
double load_average(void); /* of the last minute; -1 when the system does not tell */

/* How many CPUs other programs took on average since its first call, after /proc/stat; negative
 * while nothing can be said: at that call, or where the system does not tell. */
double cpus_of_others(void);

/* Other programs took more than a quarter of the threads: they have spoilt times. Where `others` is
 * negative the load average decides, in which the build of a minute ago counts as well. */
bool is_busy(double load, double others, int threads);

/* How long the threads of a process have had to run, as far as it was looked at; begins as { 0 }.
 * While one of them is awake, that is the time that they ran, each, and at most the clock's: on a
 * busy machine it passes more slowly. While all of them sleep, it is the clock's. */
struct time_had {
    double seconds;
    double clock_ms, cpu; /* at the last look */
};
void time_had(struct time_had *had, int process, int thread); /* looks; thread 0: all of them */

__END_DECLS
