/* in the long tests, expects: gpu_ex51 WRONG .*memory of transfers_ex51_alloc is still pinned */
/* Frees nothing. */

#define transfers_ex51_free transfers_ex51_free_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51_free

void transfers_ex51_free(void *)
{
}
