/* finds: race */
/* The largest value by compare and store: between the two, another thread may store a larger one.
 */
#include "../host.h"

__global__ void largest(int *max, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > *max) // HERE
        *max = x[i];          // HERE
}

int main(void)
{
    const int n = 100;
    int *x = counted<int>(n), *max = filled<int>(1, -1);
    largest<<<1, 128>>>(max, x, n);
    return end(at(max) != n - 1);
}
