/* in the long tests, expects: gpu_ex52 WRONG y\[[0-9]+\] came after the launcher had returned */
/* Waits for the first stream alone. */
#define AT_THE_END cudaStreamSynchronize(streams[0])
#include "chunks.h"
