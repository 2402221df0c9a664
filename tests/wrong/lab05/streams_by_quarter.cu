/* expects: gpu_ex52 WRONG n = 10, .*5 chunks go through 3 of the 4 streams */
/* only the CPU device can tell */
/* The first quarter of the chunks in the first stream, and so on; where the last chunks are empty
 * (n = 10 in 8), the fourth gets none. "with four chunks or more, all four" */
#define STREAM streams[(long long)chunk * TRANSFERS_STREAMS / chunks]
#include "chunks.h"
