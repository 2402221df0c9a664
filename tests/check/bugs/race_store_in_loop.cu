/* finds: race */
/* Each round changes the same element: no store may be taken out of the loop, whose line would be
 * named then. */
#include "../host.h"

__global__ void add_rounds(char *sums)
{
    int t = threadIdx.x;
    for (int round = 0; round < 2; round++) {
        sums[32 * t % 128] += t; // HERE
    }
}

int main(void)
{
    add_rounds<<<1, 32>>>(zeros<char>(128));
    return end();
}
