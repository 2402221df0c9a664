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

/* Other programs were running: they have spoilt times. */
bool is_busy(double load, int threads);

__END_DECLS
