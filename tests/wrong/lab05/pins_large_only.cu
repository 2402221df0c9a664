/* expects: gpu_ex51 WRONG 1 bytes: transfers_ex51_alloc gave no pinned memory */
/* Pins only what is worth it, 64 KiB and more. "of which every page must be pinned" */
#include <stdlib.h>
#include "all_but_ex51_alloc_and_free.h"

#define WORTH_PINNING ((size_t)64 << 10)

void *transfers_ex51_alloc(size_t bytes)
{
    size_t *memory = NULL; /* the size stands in front, so that free knows */

    if (bytes < WORTH_PINNING)
        memory = (size_t *)malloc(bytes + 64);
    else
        cudaMallocHost((void **)&memory, bytes + 64);
    if (!memory)
        return NULL;
    *memory = bytes;
    return (char *)memory + 64;
}

void transfers_ex51_free(void *memory)
{
    if (!memory)
        return;
    size_t *start = (size_t *)((char *)memory - 64);
    if (*start < WORTH_PINNING)
        free(start);
    else
        cudaFreeHost(start);
}
