/* Text that comes from a submission, made harmless before it is shown or written anywhere. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdio.h>

/* All of these return memory of the caller, to free, and end the program without it. */

/* Valid UTF-8 without control characters but newline and tab, without the sequences that terminals
 * obey, without characters that change the direction of text; at most `limit` bytes, then "...".
 * Bytes that are no UTF-8 are taken for Latin-1. */
char *text_clean(const char *bytes, size_t count, size_t limit);

/* The same, and of each path in it only the last name: where we lie is nobody's business. */
char *text_without_paths(const char *bytes, size_t count, size_t limit);

/* A folder's name as the id of a student: one line of UTF-8; other bytes as \xNN, so that two names
 * never give the same id. */
char *text_id(const char *name);

/* An id as the name of a file: bytes other than letters, digits, - and _ (and . inside) as %NN; a
 * name longer than 120 bytes ends with a hash of the whole. */
char *text_file_name(const char *id);

/* printf into new memory. */
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* printf to the end of *text, which may move. */
void text_add(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A cell of a CSV, quoted where needed; what begins with = + - @ or a tab gets a ' in front, so
 * that no spreadsheet computes it (a plain number does not). */
void csv_cell(FILE *file, const char *text);

/* Reads a CSV (quotes, commas and newlines in quotes, CRLF, a BOM). NULL: `why` says which line. */
struct csv {
    size_t rows, columns; /* the first row is the header; short rows are filled with "" */
    char **cells;         /* rows * columns */
    struct csv_place {
        size_t from, to; /* bytes in text, the quotes too */
    } * places;          /* rows * columns; from == to where the cell is empty or was not there */
    char *text;          /* the file */
    size_t count;        /* its bytes */
    char separator;      /* , or ; or tab, whichever the header has most of */
};
struct csv *csv_read(const char *path, char why[512]);
void csv_free(struct csv *csv);

/* Writes a file whole or not at all: to a temporary name, fsync, rename. NULL: cannot be made. */
struct new_file *new_file(const char *path); /* in the same folder */
FILE *new_file_stream(struct new_file *file);
int new_file_done(struct new_file *file); /* 0: it is there; -1: errno, and the old one stays */

/* Comments of C become blanks, line by line; and is there this name, not as a part of another? */
void text_blank_comments(char *text);
int text_has_word(const char *text, const char *word);

#endif
