/* What an object of nvcc says about a kernel, apart from its code. */
#ifndef SASS_CUBIN_H
#define SASS_CUBIN_H

#include <stdio.h>

/* The most threads of a block of this kernel, from __launch_bounds__. 0: it sets no limit, or the
 * file is not such an object. */
unsigned cubin_threads(FILE *in, const char *kernel);

#endif
