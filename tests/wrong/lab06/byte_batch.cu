/* in the long tests, expects: gpu_ex63 WRONG [2-9][0-9]{2} x .* row [0-9]+, .* */
/* The number of the image is kept in a byte. */
#define MOVED which = (unsigned char)which
#include "columns.h"
