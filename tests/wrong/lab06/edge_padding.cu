/* in the long tests, expects: gpu_ex63 WRONG .* row 0, .* = \(0, 0, 0\) = .*, expected 0 */
/* Beyond the edge stands the nearest pixel instead of 0. */
#define MOVED x = min(max(x, 0), width - 1), y = min(max(y, 0), height - 1)
#include "columns.h"
