/* grades.csv and details.csv. Columns are added in tables.c alone. */
#ifndef TABLES_H
#define TABLES_H

#include "results.h"

/* Both write a file into class->out; -1: errno. */
int write_grades(const struct class_results *class);
int write_details(const struct class_results *class);

#endif
