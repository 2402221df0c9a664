/* Text that comes from a submission, made harmless before it is shown or written anywhere. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The caller frees the text that a function returns. Without memory the program ends. */

/* Valid UTF-8 without control characters but newline and tab, without the sequences that terminals
 * obey, without characters that change the direction of text; at most `limit` bytes, then "...".
 * Bytes that are not UTF-8 are read as Latin-1. */
char *text_clean(const char *bytes, size_t count, size_t limit);

/* The same, and each absolute path becomes its last name: where the grader's files lie is not for
 * students to know. */
char *text_without_paths(const char *bytes, size_t count, size_t limit);

/* A folder's name as the id of a student: one line of UTF-8; other bytes as \xNN, so that two names
 * never give the same id. */
char *text_id(const char *name);

/* An id as the name of a file: bytes other than letters, digits, - and _ (and . inside) as %NN; a
 * name longer than 120 bytes ends with a hash of all of it. */
char *text_file_name(const char *id);

/* printf into new memory. */
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* printf to the end of *text, which may move. */
void text_add(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A text that is written piece by piece into `stream`. */
struct writer {
    FILE *stream;
    char *text;
    size_t count;
};
void writer_open(struct writer *writer);
char *writer_text(struct writer *writer); /* the whole text; closes the stream */

/* Puts blanks in place of the comments of a C source; newlines stay. */
void text_blank_comments(char *text);

/* Does the source have this name, and not only as a part of a longer one? */
bool text_has_word(const char *text, const char *word);

#endif
