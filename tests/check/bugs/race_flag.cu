/* finds: race */
/* Block 1 waits for a flag of block 0 that is neither atomic nor volatile. */
#include "../host.h"

__global__ void hand_over(int *out, int *data, int *flag, int value)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = value; // HERE
        *flag = 1;     // HERE
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        for (int tries = 0; tries < 1000; tries++)
            if (*flag == 1) { // HERE
                *out = *data; // HERE
                break;
            }
    }
}

int main(void)
{
    int *x = zeros<int>(3);
    hand_over<<<2, 32>>>(x, x + 1, x + 2, 42);
    return end(at(x, 2) != 1);
}
