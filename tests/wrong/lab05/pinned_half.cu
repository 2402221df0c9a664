/* in the long tests, expects: gpu_ex51 WRONG .*byte [1-9][0-9]* .*not in pinned memory */
/* Registers half of the bytes: their number is taken for that of something else. */
#include <stdlib.h>
#include "all_but_ex51_alloc_and_free.h"

void *transfers_ex51_alloc(size_t bytes)
{
    void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);

    cudaHostRegister(memory, bytes / 2, cudaHostRegisterDefault);
    return memory;
}

void transfers_ex51_free(void *memory)
{
    cudaHostUnregister(memory);
    free(memory);
}
