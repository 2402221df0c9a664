/* finds: barrier-divergence */
/* In the last round of the tiles, threads past the end return; the others go on to a barrier. */
#include "../host.h"

__global__ void sum_tiles(int *sums, const int *x, int n)
{
    __shared__ int tile[96];
    int t = threadIdx.x, sum = 0;
    tile[t] = 0;
    for (int first = 0; first < n; first += 96) {
        if (first + t >= n)
            return; // HERE
        tile[t] = x[first + t];
        __syncthreads(); // HERE
        sum += tile[95 - t];
        __syncthreads(); // HERE
    }
    sums[t] = sum;
} // HERE

int main(void)
{
    const int n = 250;
    int *x = filled<int>(n, 1), *sums = unset<int>(96);
    sum_tiles<<<1, 96>>>(sums, x, n);
    return end();
}
