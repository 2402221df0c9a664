/* CPU device: what a student reads of the rewriter, in the student's language: English stands in
 * the sources, marked _("so"), and ../words/spanish.h has the same in Spanish. `error:`, names and
 * code stay as they are. */
#ifndef CPU_DEVICE_FRONT_WORDS_H
#define CPU_DEVICE_FRONT_WORDS_H

#include "../words/sheets.h"
#include "../words/spanish.h"

/* The words of `english` in the reader's language; themselves, where the table has none. */
static inline __attribute__((format_arg(1))) const char *in_words(const char *english)
{
    return strcmp(sheets_language(), "es") ? english : spanish_of(english);
}
#define _(english) in_words(english)

#endif
