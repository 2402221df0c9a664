/* finds: out-of-bounds */
/* A shared array of three dimensions, and an index too large in the middle one. */
#include "../host.h"

__global__ void up(int *out, int height)
{
    __shared__ int s[3][4][8];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    s[z][y][x] = z * 100 + y * 10 + x;
    __syncthreads();
    int above = y + 1 <= height ? s[z][y + 1][x] : 0; // HERE
    out[(z * 4 + y) * 8 + x] = above;
}

int main(void)
{
    int *x = unset<int>(96);
    up<<<1, dim3(8, 4, 3)>>>(x, 4);
    return end(at(x) != 10);
}
