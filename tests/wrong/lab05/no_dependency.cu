/* in the long tests, expects: gpu_ex52 WRONG n = [0-9]+, .*y\[[0-9]+\] = .*, expected */
/* The kernel stands in another stream than its copies, and nothing makes it wait for them. */
#define STEP transfers_step(d_x + first, here, ops, streams[(chunk + 1) % TRANSFERS_STREAMS])
#include "chunks.h"
