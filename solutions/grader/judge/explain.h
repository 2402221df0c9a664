/* EXPLAIN=id: prints what was seen of a student, case by case. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "grading.h"

void explain(const struct grading *g, const char *id);

#endif
