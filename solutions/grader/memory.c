#include <stdio.h>
#include <stdlib.h>
#include "memory.h"

void *needed(void *memory)
{
    if (memory == NULL) {
        fputs("grader: no memory left\n", stderr);
        exit(2);
    }
    return memory;
}

void *list_grown(void *list, size_t count, size_t item_size)
{
    if (count > 0 && (count & (count - 1)) != 0)
        return list;
    return needed(realloc(list, (count > 0 ? 2 * count : 1) * item_size));
}
