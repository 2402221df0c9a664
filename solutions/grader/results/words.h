/* Words for instructor and students, in English or in Spanish (REPORT_LANG). */
#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>

extern bool spanish; /* everything is written in Spanish */
#define say(en, es) (spanish ? (es) : (en))

/* advice.csv: what a verdict or a kind of finding is called (its own name if the table has none),
 * and the hint that a student gets with it ("": none). */
const char *meaning(const char *name);
const char *hint_for(const char *name);

/* Translates what phrases_es.csv has of what the judge says. Frees `text`; the result is to free.
 */
char *in_spanish(char *text);

/* The heading of an exercise in its sheet, such as "3.1: a 4 x 4 patch per thread", to free, and
 * the number of its section. NULL: no sheet has it; section 0. */
char *sheet_title(const char *lab, const char *number, int *section);

/* The first heading of the lab's sheet, to free; its name where there is no sheet. */
char *lab_title(const char *lab);

#endif
