#ifndef IM2COL_CHECK_H
#define IM2COL_CHECK_H

#include "common/engine.h"

extern const struct experiment im2col_experiment;
void im2col_run(const struct problem *problem);

#endif
