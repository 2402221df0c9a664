/* Measurements in a file: the CSV that a lab writes, and reads as a reference. */
#pragma once

#include <limits.h>
#include <stdio.h>
#include "rows.h"

__BEGIN_DECLS

/* There is no file of that name, or an empty one, or a CSV of a lab; not somebody's exercise. */
bool csv_may_replace(const char *path);

/* A new file in path's folder, to be renamed to it; or NULL with errno. */
FILE *csv_beside(const char *path, char beside[PATH_MAX]);

/* Writes `comments` (lines that begin with #; the first says "# kit: "), for each version that a
 * GPU ran a line "# breaks even: gpu_v1 sync 65536", how many rows there are, the header and the
 * rows; beside the file first, renamed when complete. Returns 0, or -1 with errno. */
#define CSV_OPEN_FILE "/dev/fd/" /* and a number: written to, and closed */
int write_csv(const struct rows *rows, const char *path, const char *lab, const char *comments);

/* Reads what write_csv wrote, but for the shape and own columns, and the date in the comments.
 * Returns 0, or -1 and no rows when the file cannot be read or is no such CSV. */
int read_csv(struct rows *rows, const char *path, char date[32]);

#define CSV_MOST_COLUMNS 64

/* The same, row by row, for callers that ask for columns by name. */
struct csv_reader {
    FILE *file;
    int columns;
    char *names[CSV_MOST_COLUMNS], *cells[CSV_MOST_COLUMNS]; /* cells of the row read last */
    char header[2048], line[4096];
    char comments[16384]; /* the lines that began with # so far, each with a 0 at its end */
    size_t used;          /* bytes of them */
    bool damaged;         /* a row is cut off, or has no time */
};

/* False: it cannot be read, or is no CSV of a lab. Close it either way. */
bool csv_open(struct csv_reader *csv, const char *path);
void csv_close(struct csv_reader *csv);
bool csv_next(struct csv_reader *csv, struct row *row);

/* The cell in the column of this name, of the row read last; empty if there is none. */
const char *csv_text(const struct csv_reader *csv, const char *column);

/* What follows these words, "date: ", in the comments read so far; empty if they are not there. */
const char *csv_comment(const struct csv_reader *csv, const char *words);

__END_DECLS
