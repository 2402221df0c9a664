/* Lab 6 - what lab06.cu needs to check im2col; see experiment.h. */
#ifndef IM2COL_CHECK_H
#define IM2COL_CHECK_H

#include "common/experiment.h"

#define RAGGED_IMAGES 10

struct problem make_ragged_image(int i, unsigned long long seed);
void run_im2col(const struct problem *problem);
void check_im2col(struct check *check, const struct problem *problem);

#endif
