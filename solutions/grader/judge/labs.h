/* Which labs are graded: those of the rubric that LABS names or, without it, at least a third of
 * the students have handed in. */
#ifndef LABS_H
#define LABS_H

#include "grading.h"
#include "submission.h"

/* Finds the folder of each lab in the rubric, and looks for each exercise in the lab's header: a
 * judge that does not find an exercise would fail for everybody. */
void find_labs(struct grading *g);

/* Keeps only the labs that are graded in this run: those of the list, as in "01,03", or, where it
 * is NULL, those whose file came from at least a third of the students who handed in anything but
 * untouched starters. Prints which, and why; adds to the remarks whose file belongs to a different
 * lab. */
void choose_labs(struct grading *g, struct submissions *all, const char *list);

/* Sets g->wanted to the files of g->labs. */
void set_wanted(struct grading *g);

#endif
