/* An object of nvcc: what it says beside its code. */
#ifndef SASS_CUBIN_H
#define SASS_CUBIN_H

#include <stdio.h>

/* The most threads that a block of this kernel may have, as __launch_bounds__ says. 0: it has none,
 * or this is no such file. */
unsigned cubin_threads(FILE *in, const char *kernel);

#endif
