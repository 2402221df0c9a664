/* Memory of three dimensions: a volume, and a box of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define CUDA_CALL(x) { cudaError_t _m_cudaStat = x; if (_m_cudaStat != cudaSuccess) { \
    fprintf(stderr, "Error %s at line %d in file %s\n", cudaGetErrorString(_m_cudaStat), __LINE__, __FILE__); \
    exit(1); } }

__global__ void volume(cudaPitchedPtr devPitchedPtr, int width, int height, int depth)
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
    static int box[2][3][4]; /* from (5, 2, 3) on, into the device and back again */
    cudaPitchedPtr other;
    CUDA_CALL(cudaMalloc3D(&other, make_cudaExtent(8 * sizeof(int), 5, 4)));
    cudaMemcpy3DParms part = {0};
    part.srcPtr = p3;
    part.srcPos = make_cudaPos(5 * sizeof(int), 2, 3);
    part.dstPtr = other;
    part.dstPos = make_cudaPos(4 * sizeof(int), 1, 2);
    part.extent = make_cudaExtent(4 * sizeof(int), 3, 2);
    part.kind = cudaMemcpyDeviceToDevice;
    CUDA_CALL(cudaMemcpy3D(&part));
    part.srcPtr = part.dstPtr;
    part.srcPos = part.dstPos;
    part.dstPtr = make_cudaPitchedPtr(box, 4 * sizeof(int), 4, 3);
    part.dstPos = make_cudaPos(0, 0, 0);
    part.kind = cudaMemcpyDefault;
    CUDA_CALL(cudaMemcpy3DAsync(&part, 0));
    CUDA_CALL(cudaStreamSynchronize(0));
    for (int z = 0; z < 2; z++) for (int y = 0; y < 3; y++) for (int x = 0; x < 4; x++)
        if (box[z][y][x] != 10000 * (z + 3) + 100 * (y + 2) + x + 5) {
            fprintf(stderr, "box [%d][%d][%d]\n", z, y, x); return 1; }
    part.extent.depth = 3; /* one slice too many */
    if (cudaMemcpy3D(&part) == cudaSuccess || cudaMemset3D(other, 0, make_cudaExtent(32, 5, 5)) == cudaSuccess)
        return 1;
    cudaGetLastError();
    cudaFree(other.ptr);
    cudaFree(p3.ptr);
    return cudaDeviceSynchronize() != cudaSuccess;
}
