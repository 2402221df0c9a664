/* in the long tests, expects: gpu_ex51 WRONG .*(crashed in host code|malloc did not give) */
/* only the CPU device can tell */
/* Gives pinned memory back with free(). */
#include <stdlib.h>
#include "all_but_ex51_alloc_and_free.h"
void *transfers_ex51_alloc(size_t bytes)
{
    void *memory = NULL;

    cudaMallocHost(&memory, bytes);
    return memory;
}

void transfers_ex51_free(void *memory)
{
    free(memory);
}
