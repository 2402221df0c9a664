/* Memory. Without it a program of the grader ends with status 2. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

/* What malloc, strdup or open_memstream returned; the program ends if it is NULL. */
void *needed(void *memory);

/* A list of `count` items with room for one more. It doubles when count is a power of two, so a
 * list that starts as NULL and gets each item through this grows in linear time. */
void *list_grown(void *list, size_t count, size_t item_size);

#endif
