/* Measurements in a file: the CSV that a lab writes, and reads as a reference. */
#pragma once

#include <limits.h>
#include <stdio.h>
#include "rows.h"

__BEGIN_DECLS

#define CSV_COLUMNS                                                                                \
    "lab,device,version,method,dtype,size,m,n,k,samples,median_ms,p05_ms,p95_ms,gflops,gbs,"       \
    "pct_ceiling,verdict,doubt,bound_ms"

/* 1: there is no file of that name, or an empty one, or a CSV of a lab; not somebody's exercise. */
int csv_may_replace(const char *path);

/* A new file in path's folder, to be renamed to it; or NULL with errno. */
FILE *csv_beside(const char *path, char beside[PATH_MAX]);

/* Writes `comments` (lines that begin with #; the first says "# kit: "), for each version that a
 * GPU ran a line "# breaks even: gpu_v1 sync 65536", how many rows there are, the header and the
 * rows; beside the file first, and renamed when complete. Returns 0, or -1 with errno, the file as
 * it was. */
#define CSV_OPEN_FILE "/dev/fd/" /* and a number: written to, and closed */
int write_csv(const struct rows *rows, const char *path, const char *lab, const char *comments);

/* Reads what write_csv wrote, but for the shape, and the date in the comments. Returns 0, or
 * -1 and no rows when the file cannot be read or is no such CSV. */
int read_csv(struct rows *rows, const char *path, char date[32]);

__END_DECLS
