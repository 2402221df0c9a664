/* expects: gpu_ex51 ok */
/* Pinned memory with 256 bytes more in front, in which stands how long it is. */
#define transfers_ex51_alloc transfers_ex51_alloc_right
#define transfers_ex51_free  transfers_ex51_free_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_alloc
#undef transfers_ex51_free

void *transfers_ex51_alloc(size_t bytes)
{
    void *memory;

    if (cudaHostAlloc(&memory, bytes + 256, cudaHostAllocDefault) != cudaSuccess)
        return NULL;
    *(size_t *)memory = bytes;
    return (char *)memory + 256;
}

void transfers_ex51_free(void *memory)
{
    if (memory)
        cudaFreeHost((char *)memory - 256);
}
