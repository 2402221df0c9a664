/* The folder OUT. */
#ifndef OUT_H
#define OUT_H

#include "grading.h"

/* Makes it, sees to it that one run at a time (of each part of a class) works in it, and reads or
 * draws its secret. Ends the program when it cannot be had. */
void prepare_out(struct grading *g, const char *out, int part, int parts);

/* The full path of a folder that is there; ends the program if there is none. To free. */
char *absolute(const char *path);

#endif
