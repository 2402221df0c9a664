/* expects: gpu_ex51 WRONG n = 1023, .*transfers_ex51_alloc returned memory that is still in use */
/* Allocates once and hands out the same memory for every call ("pinning takes long"). "x and y lie
 * on the host and do not overlap": here they are one; and a later, longer one is too short. */
#include "all_but_ex51_alloc_and_free.h"

static void *kept;

void *transfers_ex51_alloc(size_t bytes)
{
    if (!kept)
        cudaMallocHost(&kept, bytes);
    return kept;
}

void transfers_ex51_free(void *memory)
{
    (void)memory;
    if (kept)
        cudaFreeHost(kept);
    kept = NULL;
}
