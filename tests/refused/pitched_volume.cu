/* refuses: (cudaPitchedPtr|cudaExtent|cudaMalloc3D) is not available on the CPU device */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define CUDA_CALL(x) { cudaError_t _m_cudaStat = x; if (_m_cudaStat != cudaSuccess) { \
    fprintf(stderr, "Error %s at line %d in file %s\n", cudaGetErrorString(_m_cudaStat), __LINE__, __FILE__); exit(1); } }

__global__ void volume(cudaPitchedPtr devPitchedPtr, int width, int height, int depth) /* here */
{
    char* devPtr = (char *)devPitchedPtr.ptr;
    size_t pitch = devPitchedPtr.pitch, slicePitch = pitch * height;
    for (int z = 0; z < depth; ++z) {
        char* slice = devPtr + z * slicePitch;
        for (int y = threadIdx.x; y < height; y += blockDim.x) {
            int* row = (int*)(slice + y * pitch);
            for (int x = 0; x < width; ++x) row[x] = 10000 * z + 100 * y + x;
        }
    }
}

int main()
{
    const int w = 20, ht = 9, d = 6;
    cudaExtent extent = make_cudaExtent(w * sizeof(int), ht, d);
    cudaPitchedPtr p3;
    CUDA_CALL(cudaMalloc3D(&p3, extent));
    CUDA_CALL(cudaMemset3D(p3, 0, extent));
    volume<<<1, 4>>>(p3, w, ht, d);
    static int vol[d][ht][w];
    cudaMemcpy3DParms parms = {0};
    parms.srcPtr = p3;
    parms.dstPtr = make_cudaPitchedPtr(vol, w * sizeof(int), w, ht);
    parms.extent = extent;
    parms.kind = cudaMemcpyDeviceToHost;
    CUDA_CALL(cudaMemcpy3D(&parms));
    for (int z = 0; z < d; z++) for (int y = 0; y < ht; y++) for (int x = 0; x < w; x++)
        if (vol[z][y][x] != 10000 * z + 100 * y + x) { fprintf(stderr, "volume [%d][%d][%d]\n", z, y, x); return 1; }
    cudaFree(p3.ptr);
    return cudaDeviceSynchronize() != cudaSuccess;
}
