/* expects: gpu_ex52 WRONG n = 1023, .*copies to the device: 1, back: 1, expected of each: 4 */
/* only the CPU device can tell */
/* Everything is one chunk, in one of the streams. */
#define EACH n
#include "chunks.h"
