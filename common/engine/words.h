/* What people read on the terminal, in their language: English stands in the sources, marked
 * _("so"), and spanish.c, here or in a lab's folder, has the same in Spanish. Names stay as they
 * are: states, versions, options, columns, and all that a CSV holds. */
#pragma once

#include <stddef.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* en or es, as REPORT_LANG says, else the locale. */
const char *report_language(void);

/* The words of `english` in that language; themselves, where the table has none. */
const char *in_words(const char *english) __attribute__((format_arg(1)));
#define _(english) in_words(english)

/* A lab's own pairs of English and Spanish, in its folder's spanish.c; the last is NULL. */
extern const char *const (*spanish_of_lab)[2];

/* For printf("%*s", wide(8, text), text), which counts bytes: fills up to 8 letters; -8: to the
 * left. */
int wide(int letters, const char *text);

__END_DECLS
