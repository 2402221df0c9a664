/* in the long tests, expects: gpu_ex51 WRONG n = 1023, .*memory that is still in use */
/* Keeps its pinned memory and gives it to whoever asks: x and y are the same. */
#include "all_but_ex51_alloc_and_free.h"

void *transfers_ex51_alloc(size_t bytes)
{
    static void *memory;
    static size_t has;

    if (bytes > has)
        memory = transfers_ex51_alloc_right(has = bytes);
    return memory;
}

void transfers_ex51_free(void *)
{
}
