/* expects: gpu_ex52 WRONG y\[[0-9]+\] came after the launcher had returned: it must wait */
/* Waits for the stream of the last chunk alone: the others may take longer. */
#define AT_THE_END cudaStreamSynchronize(streams[(n - 1) / each % TRANSFERS_STREAMS])
#include "chunks.h"
