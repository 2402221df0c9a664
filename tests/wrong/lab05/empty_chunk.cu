/* expects: gpu_ex52 WRONG n = 1, .*invalid configuration argument */
/* Launches empty chunks, too: a grid of no block at all. */
#define FIRST (chunk * each < n ? chunk * each : n)
#include "chunks.h"
