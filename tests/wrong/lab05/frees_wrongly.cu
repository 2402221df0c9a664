/* expects: gpu_ex51 WRONG n = 1023, .*goes back with cudaFreeHost */
/* only the CPU device can tell */
/* Gives pinned memory back with cudaFree. */
#include "all_but_ex51_alloc_and_free.h"

void *transfers_ex51_alloc(size_t bytes)
{
    return transfers_ex51_alloc_right(bytes);
}

void transfers_ex51_free(void *memory)
{
    cudaFree(memory);
}
