/* finds: uninitialized */
/* Bytes that mark the multiples of three: the others are left as they were. */
#include "../host.h"

__global__ void mark(bool *marks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 3 == 0)
        marks[i] = true;
}

__global__ void count_marks(const bool *marks, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && marks[i]) // HERE
        atomicAdd(count, 1);
}

int main(void)
{
    const int n = 999;
    bool *marks = unset<bool>(n);
    int *count = zeros<int>();
    mark<<<4, 256>>>(marks, n);
    count_marks<<<4, 256>>>(marks, n, count);
    return end();
}
