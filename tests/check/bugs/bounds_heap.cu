/* finds: out-of-bounds */
/* Each thread takes room for n numbers of its own, and stores n + 1. */
#include <stdlib.h>
#include "../host.h"

__global__ void triangle(int *sums, int n)
{
    int *row = (int *)malloc(n * sizeof *row), sum = 0;
    if (!row)
        return;
    for (int i = 0; i <= n; i++)
        row[i] = i; // HERE
    for (int i = 0; i < n; i++)
        sum += row[i];
    sums[threadIdx.x] = sum;
    free(row);
}

int main(void)
{
    int *d = unset<int>(32);
    triangle<<<1, 32>>>(d, 6);
    return end();
}
