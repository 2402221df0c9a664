/* expects: gpu_ex52 WRONG n = 1, .*3 of its launches failed */
/* only the CPU device can tell */
/* Queues empty chunks, too, and takes the error of their kernels away. "empty ones have none" */
#define FIRST      ((long long)chunk * each < n ? chunk * each : n)
#define AFTER_EACH cudaGetLastError();
#include "chunks.h"
