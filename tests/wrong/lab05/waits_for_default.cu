/* in the long tests, expects: gpu_ex52 WRONG y\[[0-9]+\] came after the launcher had returned */
/* Waits for the default stream, which the four streams have nothing to do with. */
#define AT_THE_END cudaStreamSynchronize(0)
#include "chunks.h"
