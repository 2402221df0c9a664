/* finds: out-of-bounds */
/* Each thread makes an array of n numbers, and stores n + 1. */
#include "../host.h"

__global__ void triangle(int *sums, int n)
{
    int *row = new int[n], sum = 0;
    if (!row)
        return;
    for (int i = 0; i <= n; i++)
        row[i] = i; // HERE
    for (int i = 0; i < n; i++)
        sum += row[i];
    sums[threadIdx.x] = sum;
    delete[] row;
}

int main(void)
{
    int *d = unset<int>(32);
    triangle<<<1, 32>>>(d, 6);
    return end();
}
