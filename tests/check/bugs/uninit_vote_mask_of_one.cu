/* finds: uninitialized */
/* All 32 lanes vote, by a mask that names the first alone. */
#include "../host.h"

__global__ void vote(unsigned *odd)
{
    unsigned votes = __ballot_sync(1, threadIdx.x % 2); // HERE
    if (threadIdx.x == 31)
        *odd = votes;
}

int main(void)
{
    unsigned *odd = unset<unsigned>();
    vote<<<1, 32>>>(odd);
    return end(at(odd) == 1);
}
