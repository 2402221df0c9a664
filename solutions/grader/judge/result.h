/* A student's results.json (RESULTS.md) before it is written: a test for each exercise. */
#ifndef RESULT_H
#define RESULT_H

#include <jansson.h>
#include <stdbool.h>
#include "grading.h"
#include "submission.h"

struct new_result {
    const struct grading *g;
    const struct submission *submission;
    json_t *tests;
    double begun; /* clock_now() */
};

/* `extra` is the extra_data of the exercise, with its verdict; it stays the caller's. */
void add_test(struct new_result *r, const struct lab_files *lab, const struct exercise *e,
              json_t *extra);

/* The same verdict for all exercises of a lab, which were not judged one by one. `advice`: whose
 * hint of results/advice.csv helps; NULL: the verdict's. */
void add_same(struct new_result *r, const struct lab_files *lab, const char *verdict,
              const char *note, const char *advice);

/* Writes the file and frees the tests. false: one of them is a NOT_GRADED. */
bool write_result(struct new_result *r);

/* Did an exercise in this results.json, or the compiler, run out of time? */
bool ran_out_of_time(const json_t *results);

char *result_path(const struct grading *g, const char *id); /* to free */

#endif
