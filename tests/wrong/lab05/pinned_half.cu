/* in the long tests, expects: gpu_ex51 WRONG .*byte [1-9][0-9]* .*not in pinned memory */
/* Registers half of the bytes: their number is taken for that of something else. */
#include <stdlib.h>
#define transfers_ex51_alloc transfers_ex51_alloc_right
#define transfers_ex51_free  transfers_ex51_free_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_alloc
#undef transfers_ex51_free

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
