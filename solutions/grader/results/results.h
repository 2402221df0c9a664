/* The results of a class: OUT/students/NAME/results.json (RESULTS.md), read into memory. All text
 * in them is clean: see text.h. */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include "solutions/grader/json.h"

/* What the grader found of one student. */
struct student_result {
    char *id, *folder;   /* folder: OUT/students/NAME */
    const char *verdict; /* also NOT_GRADED if the result cannot be read */
    double score, max_score;
    bool has_score; /* false with NOT_GRADED */
    json_t *all, *tests;
};

struct class_results {
    const char *out;
    struct student_result *students; /* in the order of their ids */
    size_t count;
};

/* Reads the students of a list, which has an id on each line, or, where `list` is NULL, all that
 * class->out holds. 0; or 2, and a line on stderr says why. */
int read_results(struct class_results *class, const char *list);

/* extra_data of a student's results or of a test. */
const json_t *more_of(const json_t *object);

/* A test is the result of one exercise. has_points: false if the points are open or the grader
 * failed.
 */
const char *verdict_of(const json_t *test);
const char *goal_of(const json_t *test); /* met, missed or none */
bool has_points(const json_t *test);

/* Its title in the sheet, to free, and the section of the sheet; without a sheet the name in the
 * results, and section 0. */
char *title_of(const json_t *test, int *section);

const json_t *test_of(const struct student_result *student, const char *exercise);
double points_of(const struct student_result *student); /* of all exercises, the open ones too */

/* One test for each exercise that occurs in the class, in the order of the exercises. */
json_t *exercises_of(const struct class_results *class);

#endif
