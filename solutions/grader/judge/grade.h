/* The parts of the program `grade`: what is asked for, the rubric, and the grading of one student.
 */
#ifndef GRADE_H
#define GRADE_H

#include <jansson.h>
#include "solutions/grader/sandbox/sandbox.h"
#include "submission.h"

#define MAX_EXERCISES 60
#define MAX_LABS      16

struct step {
    double ratio, points;
};

/* A line of the rubric. */
struct exercise {
    char name[8], lab[8]; /* ex31, lab03 */
    double points;
    double finding, fault; /* what the bug finder's findings cost; see is_fault */
    int cases, step_count;
    struct step steps[8]; /* of speed, the smallest ratio first */
};

struct lab_files {
    char name[8];    /* lab03 */
    char source[64]; /* matmul_tiled.cu */
    char folder[80]; /* lab03_matmul_tiled */
};

struct grading {
    const char *kit, *build, *check_build;  /* folders, absolute */
    const char *submissions, *out, *device; /* device: cpu_device, or cuda */
    enum sandbox_level level;
    double case_seconds; /* until a runner is killed */
    struct exercise exercises[MAX_EXERCISES];
    struct lab_files labs[MAX_LABS];
    const char *wanted[MAX_LABS + 1];        /* names of files, NULL ends */
    int exercise_count, lab_count, measures; /* measures: speed is measured here */
    char secret[65], kit_key[65];
};

/* Reads solutions/rubric.csv. Ends the program with status 2 and a line that names what is wrong.
 */
void read_rubric(struct grading *g, const char *path);

/* Grades one student, and writes OUT/students/NAME/results.json. 0: with a GRADER_ERROR. */
int grade_student(const struct grading *g, struct student *student);

/* Writes results that are the grader's own fault. */
void give_up_student(const struct grading *g, const struct student *student, const char *why);

/* What results depend on: the student's files and all that judges them. */
void key_of(const struct grading *g, const struct student *student, char hex[65]);

/* Removes a folder and all in it; what a hostile program made there cannot lead elsewhere. */
void remove_tree(const char *path);

char *results_path(const struct grading *g, const char *id); /* of the caller, to free */

#endif
