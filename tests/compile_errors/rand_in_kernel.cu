// expects: calling a __host__ function\("rand"\) from a __global__ function\("throw_darts"\) is not allowed
#include <stdlib.h>
#include <math.h>

__global__ void throw_darts(float *p, int n)
{
    if (n < 0)
        return;
    *p = sqrtf(rand() / 100.0f); /* here */
}

int main()
{
    srand(1);
    throw_darts<<<1, 1>>>(nullptr, rand());
    return 0;
}
// nvcc: calling a __host__ function("rand") from a __global__ function("throw_darts") is not allowed
