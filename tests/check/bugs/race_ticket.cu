/* finds: race */
/* The last block done, with a plain counter instead of an atomic one. */
#include "../host.h"

__global__ void last_adds_up(int *total, int *partial, int *done)
{
    if (threadIdx.x != 0)
        return;
    partial[blockIdx.x] = blockIdx.x + 1; // HERE
    __threadfence();
    int before = *done; // HERE
    *done = before + 1; // HERE
    if (before == (int)gridDim.x - 1) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += partial[b]; // HERE
        *total = sum;          // HERE
    }
}

int main(void)
{
    const int blocks = 30;
    int *d = zeros<int>(blocks + 2);
    last_adds_up<<<blocks, 32>>>(d, d + 1, d + 1 + blocks);
    return end();
}
