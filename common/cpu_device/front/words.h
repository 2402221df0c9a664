/* CPU device: what a student reads of the rewriter, in the student's language: English stands in
 * the sources, marked _("so"), and ../words/spanish.h has the same in Spanish. `error:`, names and
 * code stay as they are. */
#ifndef CPU_DEVICE_FRONT_WORDS_H
#define CPU_DEVICE_FRONT_WORDS_H

/* The words of `english` in the reader's language; themselves, where the table has none. */
const char *readers_words(const char *english) __attribute__((format_arg(1)));
#define _(english) readers_words(english)

#endif
