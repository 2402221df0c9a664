/* Rows with padding: cudaMallocPitch, cudaMemcpy2D in all directions, cudaMemset2D; parts
 * of matrices. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define CUDA_CALL(x) { cudaError_t _m_cudaStat = x; if (_m_cudaStat != cudaSuccess) { \
    fprintf(stderr, "Error %s at line %d in file %s\n", cudaGetErrorString(_m_cudaStat), __LINE__, __FILE__); \
    exit(1); } }

// Device code
__global__ void MyKernel(float* devPtr, size_t pitch, int width, int height)
{
    for (int r = blockIdx.x; r < height; r += gridDim.x) {
        float* row = (float*)((char*)devPtr + r * pitch);
        for (int c = threadIdx.x; c < width; c += blockDim.x) {
            row[c] = row[c] * 2 + r;
        }
    }
}

int main()
{
    int width = 61, height = 37;
    float* devPtr;
    size_t pitch;
    CUDA_CALL(cudaMallocPitch(&devPtr, &pitch, width * sizeof(float), height));
    if (pitch < width * sizeof(float) || pitch % 32) { fprintf(stderr, "pitch %zu\n", pitch); return 1; }
    float h[37][61], back[37][80];
    for (int r = 0; r < height; r++) for (int c = 0; c < width; c++) h[r][c] = r * 100 + c;
    CUDA_CALL(cudaMemset2D(devPtr, pitch, 0xff, width * sizeof(float), height));
    CUDA_CALL(cudaMemcpy2D(devPtr, pitch, h, sizeof h[0], width * sizeof(float), height, cudaMemcpyHostToDevice));
    MyKernel<<<10, 48>>>(devPtr, pitch, width, height);
    memset(back, 0, sizeof back);
    CUDA_CALL(cudaMemcpy2D(back, sizeof back[0], devPtr, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost));
    for (int r = 0; r < height; r++) for (int c = 0; c < 80; c++)
        if (back[r][c] != (c < width ? h[r][c] * 2 + r : 0)) {
            fprintf(stderr, "[%d][%d] %g\n", r, c, back[r][c]); return 1; }

    // a 5 x 7 part of it, from (3, 11), to a dense array on the device, and home
    float *dense, part[5][7];
    CUDA_CALL(cudaMalloc((void **)&dense, sizeof part));
    CUDA_CALL(cudaMemset(dense, 0, sizeof part));
    CUDA_CALL(cudaMemcpy2DAsync(dense, 7 * sizeof(float), (char *)devPtr + 3 * pitch + 11 * sizeof(float), pitch,
                                7 * sizeof(float), 5, cudaMemcpyDeviceToDevice, 0));
    CUDA_CALL(cudaMemcpy(part, dense, sizeof part, cudaMemcpyDeviceToHost));
    for (int r = 0; r < 5; r++) for (int c = 0; c < 7; c++)
        if (part[r][c] != h[r + 3][c + 11] * 2 + r + 3) {
            fprintf(stderr, "part [%d][%d] %g\n", r, c, part[r][c]); return 1; }

    // bytes beside the part are not touched
    unsigned char *bytes, hb[4 * 16];
    CUDA_CALL(cudaMalloc(&bytes, sizeof hb));
    CUDA_CALL(cudaMemset(bytes, 0x11, sizeof hb));
    CUDA_CALL(cudaMemset2DAsync(bytes + 2, 16, 0x22, 5, 3));
    CUDA_CALL(cudaMemcpy(hb, bytes, sizeof hb, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) {
        int r = i / 16, c = i % 16, want = r < 3 && c >= 2 && c < 7 ? 0x22 : 0x11;
        if (hb[i] != want) { fprintf(stderr, "byte %d is %x\n", i, hb[i]); return 1; }
    }

    cudaFree(devPtr); cudaFree(dense); cudaFree(bytes);
    return cudaDeviceSynchronize() != cudaSuccess;
}
