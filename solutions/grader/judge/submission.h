/* What students handed in: found by the names of the files, read once, and from then on only bytes.
 * Nothing of it is ever put on a command line or opened by a name that a student chose. */
#ifndef SUBMISSION_H
#define SUBMISSION_H

#include <stdbool.h>
#include <stddef.h>
#include "grading.h"

/* Where a file lies: in another folder, in its lab's, where the instructor said. */
enum rank { ELSEWHERE, IN_LAB, ACCEPTED };

struct handed_file {
    const char *name;    /* matmul_tiled.cu: one of the wanted names */
    char *path;          /* where it was found, for messages */
    char *source;        /* its bytes; NULL: it is not graded, */
    const char *verdict; /* but gets this verdict: BAD_SUBMISSION, ..., */
    char *why;           /* for this reason */
    size_t bytes;
    char sha256[65];
    enum rank rank;
    unsigned long long order; /* a later upload has a larger one; 0: unknown */
    bool is_starter;          /* as it was handed out */
};

#define MAX_OTHERS 20

/* A file that is not graded: it has another name. */
struct other_file {
    char *path;
    const char *holds; /* the wanted name whose launchers are in it; NULL: of none */
    bool is_of_kit;    /* as it was handed out, as vector_add.h */
};

/* What one student handed in. */
struct submission {
    char *id;       /* of text_id */
    char **folders; /* in SUBMISSIONS, one for each upload; */
    int folder_count;
    bool has_flat; /* there are files of a flat download */
    struct handed_file *files;
    int file_count;
    char *archive, *archive_why; /* the first archive that is not read, and why; NULL: none */
    struct other_file others[MAX_OTHERS]; /* all else, and folders too deep */
    int other_count, left_out;            /* left_out: others that did not fit */
    char *namesakes[MAX_OTHERS]; /* files of a wanted name that belong to a clone of the kit */
    int namesake_count;
    const char *verdict; /* of the whole folder, if none of it is graded; otherwise NULL */
    char *why;           /* reason of the verdict */
};

struct submissions {
    struct submission *list; /* by id */
    int count;
    char *remarks; /* a line for each file that belongs to nobody and each further upload */
};

/* Reads a folder: a folder per student (Moodle's names are understood), or a flat download:
 * Canvas's, in which the user's number is the id, or Moodle's. Ends the program when the folder
 * cannot be read or holds nobody. */
struct submissions read_submissions(const char *folder);

void print_remarks(const char *remarks); /* the first of them */

/* Lines "id:path": this student's file is graded, whatever its name, as the one whose launchers are
 * in it, in place of any other. The text stays the caller's. */
void accept_files(const char *lines);

/* Reads a student's files of g->wanted: in folders and in zips, at any depth. Of several that
 * differ, the accepted one counts, then one that is no untouched starter, then Canvas's last
 * upload, then the one in its lab's folder. In a clone of the kit the folders without exercises
 * (tests, solutions, ...) do not count. */
void read_files(const struct grading *g, struct submission *submission);
void free_files(struct submission *submission);

/* A file that is not graded, but may be meant as the wanted one, such as vector_add (1).cu for
 * vector_add.cu, or any name with its launchers; NULL: there is none. */
const char *other_like(const struct submission *submission, const char *wanted);

/* Of bytes, as 64 hexadecimal digits. */
void sha256_of(const void *bytes, size_t count, char hex[65]);

#endif
