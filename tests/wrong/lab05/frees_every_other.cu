/* expects: gpu_ex51 ok */
/* on the CPU device: gpu_ex51 WRONG .*memory of transfers_ex51_alloc is still pinned */
/* Frees the memory of x, and forgets that of y. */
#define transfers_ex51_free transfers_ex51_free_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_free

void transfers_ex51_free(void *memory)
{
    static int calls;

    if (calls++ % 2 == 0)
        cudaFreeHost(memory);
}
