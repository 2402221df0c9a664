/* OUT/students/NAME/feedback.md, which a student reads: what was tried, the first wrong element,
 * what the bug finder found, a hint; never an answer. */
#ifndef FEEDBACK_H
#define FEEDBACK_H

#include "results.h"

int write_feedback(const struct student_result *student); /* -1: errno */

#endif
