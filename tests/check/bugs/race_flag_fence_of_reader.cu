/* finds: race */
/* A block waits for a volatile flag, but has no fence between the flag and the data. */
#include "../host.h"

__global__ void k(int *data, volatile int *flag, int *out)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            data[0] = 42; // HERE
            __threadfence();
            flag[0] = 1;
        }
    } else if (threadIdx.x == 0) {
        while (flag[0] == 0)
            ;
        out[0] = data[0]; // HERE
    }
}

int main(void)
{
    int *d = zeros<int>(3);
    k<<<2, 32>>>(d, d + 1, d + 2);
    return end(at(d, 2) == 41);
}
