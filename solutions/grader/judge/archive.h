/* Archives: a zip becomes files, unpacked in the sandbox, because a zip may be made to harm who
 * reads it. */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stdbool.h>
#include "grading.h"

/* How zips are unpacked from here on: in a folder inside OUT. */
void archives_open(const struct grading *g);

bool is_archive(const char *name);

/* The bytes of the only file in a student's zip, to free, and its name in `path`, to free, too.
 * NULL: `why`, to free, says what is wrong. What macOS adds does not count. */
char *only_file_in(const char *zip, size_t bytes, size_t *count, char **path, char **why);

/* Unpacks a class's zip into the folder OUT/unpacked, which is returned. What is left out becomes a
 * line of *remarks. Ends the program if it cannot be read. */
char *unpack_class(const struct grading *g, const char *path, char **remarks);

#endif
