/* The answers, of which ex51 has another name: a file that includes this has its own. */
#define transfers_ex51 transfers_ex51_right
#include "../../../solutions/transfers.cu"
#undef transfers_ex51
#define LAUNCHER transfers_ex51
