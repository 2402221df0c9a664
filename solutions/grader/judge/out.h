/* The folder OUT. */
#ifndef OUT_H
#define OUT_H

#include "grading.h"

/* Makes the folder, locks it, so that only one run (or one of each part of a class) works in it,
 * and reads or draws its secret. Ends the program if that fails. */
void prepare_out(struct grading *g, const char *out, int part, int parts);

/* The full path of a folder that is there; ends the program if there is none. To free. */
char *absolute(const char *path);

#endif
