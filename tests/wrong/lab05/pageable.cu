/* in the long tests, expects: gpu_ex51 WRONG .*byte 0 of [0-9]+ is not in pinned memory */
/* malloc, whose memory is pageable: the results would be right. */
#include <stdlib.h>
#include "all_but_ex51_alloc_and_free.h"

void *transfers_ex51_alloc(size_t bytes)
{
    return malloc(bytes);
}

void transfers_ex51_free(void *memory)
{
    free(memory);
}
