/* Flags: what an instructor should look at in a student's file, a line of words each. */
#ifndef FLAGS_H
#define FLAGS_H

#include <jansson.h>
#include <stdbool.h>
#include "grading.h"

struct flags {
    json_t *words;   /* an array, the suspicious ones first */
    bool suspicious; /* one is about more than printing and clocks: a right result is no PASS, */
    json_t *rules;   /* and these the student reads: "matmul_tiled.cu:41: calls fopen; ..." */
    size_t rules_in_lines; /* how many of them name a line; they come first */
};

void add_first_flag(struct flags *f, const char *words); /* in place of the last, if need be */

/* A file of findings that common/tools/symbols.c has made in the sandbox. `own`: see below. */
void read_object_flags(struct flags *f, const struct lab_files *lab, const char *own,
                       const char *path);

/* A file of findings about code that the linker drops: it does no harm. */
void read_dropped(struct flags *f, const char *path);

/* Reads the text of the file; `own`: its lines when macros are expanded, or NULL. */
void read_source_flags(struct flags *f, const struct grading *g, const struct lab_files *lab,
                       const char *as_handed_in, const char *own);

/* A file must be the same in each build, or what looks at it sees something else than what is run.
 * Compares its own lines as two preprocessors leave them (NULL: not known); `whose`: the other
 * one's name. */
void flag_other_lines(struct flags *f, const char *own, const char *other, const char *whose);

#endif
