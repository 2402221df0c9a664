/* What the program of make report is made of; its main is in report_tables.c. */
#pragma once

#include <stdbool.h>

/* report_merge.c: argv[1] is "merge"; returns the status. */
int report_merge(int argc, char **argv);
