/* expects: gpu_ex51 WRONG 4096 bytes: transfers_ex51_alloc: there is no more pinned memory */
/* only the CPU device can tell */
/* Takes malloc where there is not enough pinned memory, instead of returning NULL. "gets memory of
 * its own transfers_ex51_alloc, of which every page must be pinned" */
#include <stdlib.h>
#include "all_but_ex51_alloc_and_free.h"

void *transfers_ex51_alloc(size_t bytes)
{
    void *memory = NULL;

    if (cudaMallocHost(&memory, bytes) != cudaSuccess) {
        cudaGetLastError();
        memory = malloc(bytes); /* slower, but it works */
    }
    return memory;
}

void transfers_ex51_free(void *memory)
{
    cudaPointerAttributes what;

    if (cudaPointerGetAttributes(&what, memory) == cudaSuccess && what.type == cudaMemoryTypeHost)
        cudaFreeHost(memory);
    else
        free(memory);
}
