/* expects: gpu_ex51 ok */
/* Registers memory of aligned_alloc. */
#include <stdlib.h>
#define transfers_ex51_alloc transfers_ex51_alloc_right
#define transfers_ex51_free  transfers_ex51_free_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_alloc
#undef transfers_ex51_free

void *transfers_ex51_alloc(size_t bytes)
{
    size_t pages = (bytes + 4095) / 4096 * 4096;
    void *memory = aligned_alloc(4096, pages);

    if (memory && cudaHostRegister(memory, pages, cudaHostRegisterPortable)) {
        free(memory);
        return NULL;
    }
    return memory;
}

void transfers_ex51_free(void *memory)
{
    cudaHostUnregister(memory);
    free(memory);
}
