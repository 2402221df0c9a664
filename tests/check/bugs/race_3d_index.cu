/* finds: race */
/* The index of a 3-D grid forgets z: layers write over each other. */
#include "../host.h"

#define NX 16
#define NY 8
#define NZ 4

__global__ void number(int *v)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    v[y * NX + x] = z * 1000 + y * NX + x; // HERE
}

int main(void)
{
    int *v = zeros<int>(NX * NY * NZ);
    number<<<dim3(2, 2, 2), dim3(8, 4, 2)>>>(v);
    return end(at(v, 7) % 1000 != 7);
}
