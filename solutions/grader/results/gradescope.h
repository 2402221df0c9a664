/* results.json as Gradescope shows it: what the student reads, and a hidden test with what only the
 * instructor does. */
#ifndef GRADESCOPE_H
#define GRADESCOPE_H

#include "results.h"

/* After write_feedback. -1: it cannot be written, or there is no score, and stderr says so. */
int write_gradescope(const struct student_result *student, const char *path);

#endif
