/* What an instructor should look at in a student's file. A flag is a line of words. */
#ifndef FLAGS_H
#define FLAGS_H

#include <jansson.h>
#include "grading.h"

struct flags {
    json_t *words;  /* an array, the suspicious ones first */
    int suspicious; /* 1: one is more than printing and clocks: a right result is no PASS */
};

void add_flag(struct flags *f, const char *words);

/* A file of findings that common/tools/symbols.c has made in the sandbox. */
void read_object_flags(struct flags *f, const char *path);

/* What the text itself says. These are hints only, because a macro hides them. */
void read_source_flags(struct flags *f, const struct grading *g, const struct lab_files *lab,
                       const char *as_handed_in);

#endif
