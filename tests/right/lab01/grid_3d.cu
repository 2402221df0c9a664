/* in the long tests, expects: gpu_ex11 ok */
/* goals: gpu_ex11 done */
/* A grid and a block of three dimensions, numbered by hand. */
#include "../../wrong/lab01/all_but_ex11.h"

__global__ void add_3d(float *c, const float *a, const float *b, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int threads_of_block = blockDim.x * blockDim.y * blockDim.z;
    int threads = gridDim.x * gridDim.y * gridDim.z * threads_of_block;

    for (int i = block * threads_of_block + thread; i < n; i += threads)
        c[i] = a[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_3d<<<dim3(5, 4, 3), dim3(3, 5, 7)>>>(d_c, d_a, d_b, n);
}
