/* Flags: what an instructor should look at in a student's file, a line of words each. */
#ifndef FLAGS_H
#define FLAGS_H

#include <jansson.h>
#include <stdbool.h>
#include "grading.h"

struct flags {
    json_t *words;   /* an array, the suspicious ones first */
    bool suspicious; /* one is about more than printing and clocks: a right result is no PASS */
};

void add_flag(struct flags *f, const char *words);

/* A file of findings that common/tools/symbols.c has made in the sandbox. */
void read_object_flags(struct flags *f, const char *path);

/* Reads the text of the file. This finds only what no macro hides. */
void read_source_flags(struct flags *f, const struct grading *g, const struct lab_files *lab,
                       const char *as_handed_in);

#endif
