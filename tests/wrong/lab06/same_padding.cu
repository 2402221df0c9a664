/* in the long tests, expects: gpu_ex63 WRONG .* padding [0-9]: row 0,  */
/* The padding is always half a kernel. */
#define MOVED x += padding - kernel / 2, y += padding - kernel / 2
#include "columns.h"
