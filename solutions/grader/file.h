/* Files: read whole, written whole or not at all. */
#ifndef FILE_H
#define FILE_H

#include <stddef.h>
#include <stdio.h>

/* All bytes of a file and a 0 after them, in memory of the caller. NULL: errno says why; EFBIG: the
 * file has more than `most` bytes. */
char *file_read(const char *path, size_t most, size_t *count);

/* The same for a file that a student may have put there: a link is not followed (ELOOP), and what
 * is not an ordinary file, such as a pipe, is not read (EINVAL). `folder` is the descriptor of a
 * folder, or AT_FDCWD. */
char *file_read_foreign(int folder, const char *name, size_t most, size_t *count);

/* A file that gets its name only when it is complete: it is written under a temporary name in the
 * same folder, synchronized, renamed. NULL: it cannot be made; errno says why. */
struct new_file *new_file(const char *path);
FILE *new_file_stream(struct new_file *file);
int new_file_done(struct new_file *file); /* 0: it is there; -1: errno, and the old one stays */

/* Writes a file directly, for one that nobody reads before it is complete. -1: errno. */
int file_save(const char *path, const char *bytes, size_t count);

/* Removes a folder and all in it. No link is followed, so a hostile program cannot have other files
 * removed. */
void remove_tree(const char *path);

#endif
