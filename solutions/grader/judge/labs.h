/* Which labs are graded: those of the rubric, of these the ones that LABS names or somebody handed
 * in. */
#ifndef LABS_H
#define LABS_H

#include "grading.h"
#include "submission.h"

/* Finds the folder of each lab in the rubric, and each exercise in its header, because the judge of
 * an exercise that is not there would fail for everybody. */
void find_labs(struct grading *g);

/* Keeps only the labs that are graded in this run: those of the list, as in "01,03", or, where it
 * is NULL, those of which anybody has handed in the file. */
void choose_labs(struct grading *g, struct submissions *all, const char *list);

#endif
