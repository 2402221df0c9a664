/* solutions/rubric.csv, a line for each exercise. */
#ifndef RUBRIC_H
#define RUBRIC_H

#include "grading.h"

/* Ends the program with a line that names what is wrong. */
void read_rubric(struct grading *g, const char *path);

#endif
