/* What students handed in: found by the names of the files, read once, and from then on only bytes.
 * Nothing of it is ever put on a command line or opened by a name that a student chose. */
#ifndef SUBMISSION_H
#define SUBMISSION_H

#include <stddef.h>

struct handed_file {
    const char *name;    /* matmul_tiled.cu: one of the wanted names */
    char *path;          /* where it was found, for messages */
    char *source;        /* its bytes; NULL: it is not graded, */
    const char *verdict; /* but gets this verdict: BAD_SUBMISSION, ..., */
    char *why;           /* for this reason */
    size_t bytes;
    char sha256[65];
};

#define MAX_OTHERS 8

/* What one student handed in. */
struct submission {
    char *id;     /* of text_id */
    char *folder; /* in SUBMISSIONS; NULL: files of a flat download */
    struct handed_file *files;
    int file_count;
    char *archive;            /* name of the first archive; NULL: there is none */
    char *others[MAX_OTHERS]; /* other files with .cu in their names, and folders too deep */
    int other_count;
    const char *verdict; /* of the whole folder, if none of it is graded; otherwise NULL */
    char *why;           /* reason of the verdict */
};

struct submissions {
    struct submission *list; /* by id */
    int count;
};

/* Reads a folder: a folder per student (Moodle's names are understood), or Canvas's flat download,
 * in which the user's number is the id. Ends the program when the folder cannot be read or holds
 * nobody. */
struct submissions read_submissions(const char *folder);

/* Reads a student's files that have a wanted name (NULL ends the list). */
void read_files(const char *folder, struct submission *submission, const char *const wanted[]);
void free_files(struct submission *submission);

/* A file that is not graded, but may be meant as the wanted one, such as vector_add (1).cu or
 * vector_add.cu.txt for vector_add.cu; NULL: there is none. */
const char *other_like(const struct submission *submission, const char *wanted);

/* Of bytes, as 64 hexadecimal digits. */
void sha256_of(const void *bytes, size_t count, char hex[65]);

#endif
