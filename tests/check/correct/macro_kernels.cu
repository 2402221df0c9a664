/* Kernels from a macro and a 3-D grid; each launch is checked. */
#include <stdio.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

#define KERNEL(name, operation)                                                                    \
    __global__ void name(float *v, int nx, int ny, int nz)                                         \
    {                                                                                              \
        int x = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        int y = blockIdx.y * blockDim.y + threadIdx.y;                                             \
        int z = blockIdx.z * blockDim.z + threadIdx.z;                                             \
        if (x < nx && y < ny && z < nz)                                                            \
            v[(z * ny + y) * nx + x] operation;                                                    \
    }

KERNEL(zero, = 0)
KERNEL(plus, += (float)(100 * z + 10 * y + x))

int main(void)
{
    const int nx = 10, ny = 9, nz = 6;
    static float v[nx * ny * nz];
    float *d_v;
    int wrong = 0;
    dim3 block(4, 4, 4), grid((nx + 3) / 4, (ny + 3) / 4, (nz + 3) / 4);
    CHECK(cudaMalloc(&d_v, sizeof v));
    zero<<<grid, block>>>(d_v, nx, ny, nz);
    CHECK(cudaGetLastError());
    plus<<<grid, block>>>(d_v, nx, ny, nz);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost));
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++)
                wrong += v[(z * ny + y) * nx + x] != 100 * z + 10 * y + x;
    CHECK(cudaFree(d_v));
    return wrong != 0;
}
