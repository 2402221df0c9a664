/* in the long tests, expects: gpu_ex51 WRONG .*byte 0 of [0-9]+ is not in pinned memory */
/* malloc, whose memory is pageable: the results would be right. */
#include <stdlib.h>
#define transfers_ex51_alloc transfers_ex51_alloc_right
#define transfers_ex51_free  transfers_ex51_free_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_alloc
#undef transfers_ex51_free

void *transfers_ex51_alloc(size_t bytes)
{
    return malloc(bytes);
}

void transfers_ex51_free(void *memory)
{
    free(memory);
}
