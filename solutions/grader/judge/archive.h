/* Archives: a zip becomes files, unpacked in the sandbox, because a zip may be made to harm its
 * reader. */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stdbool.h>
#include "grading.h"

/* How zips are unpacked from here on: in a folder inside OUT. */
void archives_open(const struct grading *g);

bool is_archive(const char *name);

#define MOST_ARCHIVE (64ul << 20) /* bytes of a student's zip */

/* Unpacks a student's zip into a folder, which is returned, and is the caller's to remove before
 * the next one. In it are the files whose names have .cu in them; others of a small zip are empty.
 * NULL: `why`, to free, says what is wrong; *ours: here, and not with the zip. */
char *unpack_own(const char *zip, size_t bytes, char **why, bool *ours);

/* Unpacks a class's zip into the folder OUT/unpacked, which is returned. What is left out becomes a
 * line of *remarks. Ends the program if it cannot be read. */
char *unpack_class(const struct grading *g, const char *path, char **remarks);

#endif
