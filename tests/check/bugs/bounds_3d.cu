/* finds: out-of-bounds */
/* A 3-D stencil guards x and y, and forgets the last layer. */
#include "../host.h"

__global__ void up(float *out, const float *in, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz)
        return;
    int i = (z * ny + y) * nx + x;
    float above = in[i + nx * ny]; // HERE
    out[i] = above - in[i];
}

int main(void)
{
    const int nx = 10, ny = 9, nz = 7, n = nx * ny * nz;
    float *in = counted<float>(n), *out = unset<float>(n);
    up<<<dim3(3, 3, 4), dim3(4, 4, 2)>>>(out, in, nx, ny, nz);
    return end(at(out, 7) != 90);
}
