/* A class that has been graded: what the grader keeps of each student (RESULTS.md), read into
 * memory, and what is made of it. All text in it is clean: see text.h. */
#ifndef CLASS_H
#define CLASS_H

#include <jansson.h>
#include <stddef.h>
#include "solutions/grader/text.h"

struct student {
    char *id, *folder;   /* folder: OUT/students/NAME */
    const char *verdict; /* GRADER_ERROR, too, if there is no result, or one that nobody can read */
    double score, max_score;
    int has_score; /* with GRADER_ERROR there is none */
    json_t *all, *tests;
};

struct class
{
    const char *out;
    struct student *students; /* in the order of their ids */
    size_t count;
};

extern int spanish; /* REPORT_LANG */
#define say(en, es) (spanish ? (es) : (en))

/* A member of an object: "" and 0 where there is none. */
const char *json_text(const json_t *object, const char *name);
double json_amount(const json_t *object, const char *name);
/* extra_data of a student or of a test. */
const json_t *more_of(const json_t *object);

/* Of a test, with its exercise's verdict. Points that are open, or the grader's fault, are no
 * points. */
const char *verdict_of(const json_t *test);
int has_points(const json_t *test);
double points_of(const struct student *student);   /* of all exercises, the open ones too */
char *one_line_for(const struct student *student); /* the caller's, to free */
const char *meaning(const char *name); /* of a verdict or a finding, in the student's language */
char *title_of(const json_t *test, int *section); /* of its sheet; to free */
/* A test of each exercise that anyone has, in their order: its lab, file and name are everyone's.
 */
json_t *exercises_of(const struct class *class);
const json_t *test_of(const struct student *student, const char *exercise);

/* Each writes a file below class->out; -1: errno. */
int write_feedback(const struct student *student);
int write_page(const struct class *class);

/* Pairs of students whose exercise is nearly the same, the most alike first. */
struct pair {
    const char *exercise; /* ex31 */
    const struct student *a, *b;
    double alike, usual; /* shared by the two, of what either wrote; the median of all pairs */
};
struct pair *similar_pairs(const struct class *class, const json_t *exercises, size_t *count);

/* The column of a gradebook's export that is ours. NULL: `why`. */
struct gradebook *gradebook_read(const char *path, const char *column, char why[512]);
int gradebook_write(struct gradebook *book, const struct class *class); /* OUT/gradebook.csv */

#endif
