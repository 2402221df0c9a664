/* The answers, of which ex51_alloc and ex51_free have another name: a file that includes this has
 * its own. */
#define transfers_ex51_alloc transfers_ex51_alloc_right
#define transfers_ex51_free  transfers_ex51_free_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_alloc
#undef transfers_ex51_free
