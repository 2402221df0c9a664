/* make show: a page about the kernels of a program, from three reports on it: */
#ifndef SHOW_H
#define SHOW_H

#include <stdbool.h>
#include "json.h"

struct source {
    const char *name; /* as the reports call it */
    char **lines;     /* from 1 */
    int count;        /* 0: the file could not be read */
};

/* A line's requests to one kind of memory, as make traffic's JSON has them; or its barriers. */
struct row {
    const char *kernel, *access;
    int source, line;
    bool shared, approximate;
    double requests, sectors, per_request, least, conflicts;
    double share; /* of all that the kernel's requests moved: what this line moved for nothing */
};

struct goal {
    char version[64], state[16], value[32], most[32], says[512], line[256];
};

enum { MAX_SOURCES = 16, MAX_ROWS = 2000, MAX_GOALS = 64 };

struct show {
    const char *title, *style, *script, *trace_text;
    const struct json *traffic, *trace; /* lists of kernels */
    const struct json *findings;        /* a list, or null: nobody looked for bugs */
    struct source sources[MAX_SOURCES];
    int source_count;
    struct row rows[MAX_ROWS]; /* by source and line */
    int row_count;
    struct goal goals[MAX_GOALS];
    int goal_count;
};

/* reports.c */
extern const char *given_sources;  /* paths of the program's sources, one a line */
char *must_read(const char *path); /* a whole file; exit(2): it cannot be read */
const struct json *report(const char *text, const char *name, const char *path); /* its list */
void read_goals(struct show *s, char *text);
void find_rows(struct show *s);
int source_named(struct show *s, const char *name); /* its number; -1: too many */

void put_page(const struct show *s);    /* page.c */
void put_sources(const struct show *s); /* lines.c */
void put_blocks(const struct show *s);  /* blocks.c: a block in logical order, without JavaScript */
void put_grids(const struct show *s);   /* who wrote which element */

#endif
