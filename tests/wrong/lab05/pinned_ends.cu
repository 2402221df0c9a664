/* expects: gpu_ex51 WRONG .*byte 4096 of [0-9]+ is not in pinned memory */
/* Pins the first and the last page only. */
#include <stdlib.h>
#include "all_but_ex51_alloc_and_free.h"

static size_t last_page;

void *transfers_ex51_alloc(size_t bytes)
{
    char *memory = (char *)aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);

    last_page = (bytes - 1) / 4096 * 4096;
    cudaHostRegister(memory, 4096, cudaHostRegisterDefault);
    if (last_page > 0)
        cudaHostRegister(memory + last_page, 4096, cudaHostRegisterDefault);
    return memory;
}

void transfers_ex51_free(void *memory)
{
    cudaHostUnregister(memory);
    if (last_page > 0)
        cudaHostUnregister((char *)memory + last_page);
    free(memory);
}
