/* finds: race */
/* The shared array is declared in a namespace within another, beside others. */
namespace lab::stage
{
static __shared__ int count, tile[64];
}

__global__ void shift(int *out, const int *in)
{
    int t = threadIdx.x;
    lab::stage::tile[t] = in[t];             // HERE
    out[t] = lab::stage::tile[(t + 1) % 64]; // HERE
}

#include "../main_shift.h"
