/* The host takes and frees managed memory so often that the first of it is forgotten, then memory
 * of its own. */
#include <stdlib.h>

__global__ void set(int *a)
{
    a[threadIdx.x] = 7;
}

int main(void)
{
    int *managed, *own, wrong = 0;
    for (int i = 0; i < 1100; i++) {
        cudaMallocManaged(&managed, 1 << 20);
        if (i == 0)
            set<<<1, 32>>>(managed);
        cudaFree(managed);
    }
    for (int i = 0; i < 100; i++) {
        own = (int *)malloc(1000000);
        own[i] = i;
        wrong += own[i] != i;
    }
    return wrong;
}
