/* in the long tests, expects: gpu_ex51 WRONG n = 1023, .*transfers_ex51_free: invalid argument */
/* Gives pinned memory back with cudaFree. */
#define transfers_ex51_alloc transfers_ex51_alloc_right
#define transfers_ex51_free  transfers_ex51_free_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_alloc
#undef transfers_ex51_free

void *transfers_ex51_alloc(size_t bytes)
{
    return transfers_ex51_alloc_right(bytes);
}

void transfers_ex51_free(void *memory)
{
    cudaFree(memory);
}
