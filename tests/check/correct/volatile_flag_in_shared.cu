/* One warp polls a volatile flag in shared memory that another one raises. */
#include "../host.h"

__global__ void k(int *out)
{
    __shared__ volatile int flag;
    __shared__ int data;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = 7;
        __threadfence_block();
        flag = 1;
    }
    if (threadIdx.x == 0) {
        while (!flag)
            ;
        __threadfence_block();
        out[0] = data;
    }
}

int main(void)
{
    int *d = unset<int>();
    k<<<1, 64>>>(d);
    return end(at(d) != 7);
}
