/* Lab 6 - im2col (exercise 6.3): what is right, and the experiment that checks it. */
#ifndef IM2COL_H
#define IM2COL_H

#include "common/engine.h"

/* It copies, so its output must be equal to the bit. Checked at awkward and at drawn images; the
 * network times it. */
extern const struct experiment im2col_experiment;

void im2col_run(const struct problem *problem);

#endif
