/* Threads of one block that wait for each other in loops with nothing in them. */
#include "include/common.h"

__global__ void hand_over(int *p)
{
    __shared__ volatile int turn;
    __shared__ int arrived;
    volatile int *flag = p + 40;
    int me = threadIdx.x, n = blockDim.x, tries = 0;
    if (me == 0) {
        turn = 0;
        arrived = 0;
    }
    __syncthreads();
    while (turn != n - 1 - me);
    p[me] = turn;
    turn = turn + 1;

    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < n) {
    }
    do { } while (turn < n);
    do ; while (turn < n);
    for (; atomicAdd(&arrived, 0) < n;);

    if (me == 0) {
        while (*flag == 0)
            ;
        p[32] = 1;
        while (*flag == 1) { __threadfence(); }
    } else if (me == n - 1) {
        p[33] = 2;
        *flag = 1;
        *flag = 2;
    }
    do
        tries++;
    while (tries < 3);
    do { tries++; } while (tries < 5);
    for (int i = 0; i < 3; i++);
    p[34] = tries;
}

int main()
{
    int *p = managed<int>(64);
    hand_over<<<1, 32>>>(p);
    SYNC();
    for (int i = 0; i < 32; i++)
        EXPECT(p[i], 31 - i);
    EXPECT(p[32], 1);
    EXPECT(p[33], 2);
    EXPECT(p[34], 5);
    return 0;
}
