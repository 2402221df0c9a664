/* Grades one student. */
#ifndef STUDENT_H
#define STUDENT_H

#include <stdbool.h>
#include "grading.h"
#include "submission.h"

/* Writes OUT/students/NAME/results.json. false: it has a NOT_GRADED. */
bool grade_student(const struct grading *g, const struct submission *submission);

/* Writes a result that says that the grader has failed. */
void give_up_student(const struct grading *g, const struct submission *submission, const char *why);

#endif
