/* The files of make report's program: report_parts.c, which has main, calls the other two. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define MARK "<!-- make report: "

struct line {
    char *text;
    size_t length;        /* a student's editor may put in any byte */
    bool has_cr, is_ours; /* the end of Windows, not in the text; it was generated */
    long sum;
    const char *block; /* to which it belongs, or below which the student wrote it */
};
struct lines {
    struct line *line;
    int count;
    bool has_end; /* the last has */
};

/* ---- report_merge.c ------------------------------------------------------------------------- */

/* As printf, into new memory. Nothing is freed: the program soon ends. */
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool starts(const char *text, const char *with);

/* Of a file; none where there is no such file. */
struct lines lines_of(const char *path);

/* argv[1] is "merge"; returns the status. */
int report_merge(int argc, char **argv);

/* ---- report_tables.c ------------------------------------------------------------------------ */

/* The text of a line "name = text" in the report's template. */
const char *word(const char *name);

/* The tables that follow are 3.1, 3.2, ... where number is "3". */
void number_tables(const char *number);

/* Those of a CSV, by 'ROWS|BASE|BY|ONLY|SIZE|HEADING'; nothing where no row counts. */
void print_tables(const char *path, char *stanza);
