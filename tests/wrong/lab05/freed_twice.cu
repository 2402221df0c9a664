/* expects: gpu_ex51 WRONG n = 1023, .*transfers_ex51_free: .*invalid argument */
/* on the CPU device: gpu_ex51 WRONG .*: cudaFreeHost, freed_twice.cu:16: invalid argument */
/* Gives pinned memory back twice. */
#include "all_but_ex51_alloc_and_free.h"
void *transfers_ex51_alloc(size_t bytes)
{
    void *memory = NULL;

    cudaMallocHost(&memory, bytes);
    return memory;
}

void transfers_ex51_free(void *memory)
{
    cudaFreeHost(memory);
    cudaFreeHost(memory);
}
