/* The answers, of which v1 has another name: a file that includes this has its own. */
#define transfers_v1 transfers_v1_right
#include "../../../solutions/transfers.cu"
#undef transfers_v1
#define LAUNCHER transfers_v1
