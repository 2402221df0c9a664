/* finds: misaligned */
/* A record is packed by hand: its counter of 8 bytes lies at byte 4. */
#include "../host.h"

__global__ void count(char *records, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((unsigned long long *)(records + 16 * (i % 4) + 4), 1ull); // HERE
}

int main(void)
{
    char *records = zeros<char>(64);
    count<<<2, 32>>>(records, 50);
    return end();
}
