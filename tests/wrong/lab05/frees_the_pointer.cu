/* in the long tests, expects: gpu_ex51 WRONG n = 1023, .*: it is no memory that CUDA has given */
/* only the CPU device can tell */
/* Passes the address of its own pointer, as cudaMallocHost takes it. */
#include "all_but_ex51_alloc_and_free.h"

void *transfers_ex51_alloc(size_t bytes)
{
    return transfers_ex51_alloc_right(bytes);
}

void transfers_ex51_free(void *memory)
{
    cudaFreeHost(&memory);
}
