/* in the long tests, expects: gpu_ex52 WRONG .*wrote outside: element 1 past the end of */
/* The last chunk is as long as the others. */
#define HERE each
#include "chunks.h"
