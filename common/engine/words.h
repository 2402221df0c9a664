/* What people read on the terminal, in their language: English stands in the sources, marked
 * _("so"), and spanish.c has the same in Spanish. Names stay as they are: states, versions,
 * options, columns, and all that a CSV holds. */
#pragma once

#include <sys/cdefs.h>

__BEGIN_DECLS

/* en or es, as REPORT_LANG says, else the locale. */
const char *report_language(void);

/* The words of `english` in that language; themselves, where the table has none. */
const char *in_words(const char *english) __attribute__((format_arg(1)));
#define _(english) in_words(english)

/* For printf("%*s", wide(8, text), text), which counts bytes: fills up to 8 letters; -8: to the
 * left. */
int wide(int letters, const char *text);

__END_DECLS
