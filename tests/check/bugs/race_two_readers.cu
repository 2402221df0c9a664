/* finds: race */
/* Thread 0 reads, thread 1 reads and writes: the earlier reader must not be
 * forgotten. */
#include "../host.h"

__global__ void k(int *out)
{
    __shared__ int s;
    int t = threadIdx.x;
    if (t == 40)
        s = 5;
    __syncthreads();
    if (t < 2)
        out[t] = s; // HERE
    if (t == 1)
        s = 6; // HERE
    __syncthreads();
    if (t == 2)
        out[2] = s;
}

int main(void)
{
    int *x = unset<int>(3);
    k<<<1, 64>>>(x);
    return end(at(x, 2) != 6);
}
