// Convolutions with the mask in __constant__ memory: 1-D, 2-D tiled with a halo, separable; image
// filters on uchar4 (grey, blur), as in courses on image processing.
#include <iostream>
#include <iomanip>
#include <cstdlib>
#include <cmath>
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>

#define MASK_WIDTH 5
#define MASK_RADIUS (MASK_WIDTH / 2)
#define O_TILE_WIDTH 12
#define BLOCK_WIDTH (O_TILE_WIDTH + MASK_WIDTH - 1)
#define wbCheck(stmt) do { cudaError_t err = stmt; if (err != cudaSuccess) { \
    std::cerr << "Failed to run stmt " << #stmt << std::endl; return -1; } } while(0)

__constant__ float Mc[MASK_WIDTH][MASK_WIDTH];
__constant__ float mask1d[2 * 4 + 1];
__constant__ float luma[3] = { .299f, .587f, .114f };

__global__ void convolution_1D(const float *N, float *P, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width) return;
    float Pvalue = 0.f;
    for (int j = 0; j < 9; j++)
        if (i - 4 + j >= 0 && i - 4 + j < width) Pvalue += N[i - 4 + j] * mask1d[j];
    P[i] = Pvalue;
}

__global__ void convolution_2D(float *P, float *N, int height, int width, const float * __restrict__ unused)
{
    __shared__ float Ns[BLOCK_WIDTH][BLOCK_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row_o = blockIdx.y * O_TILE_WIDTH + ty, col_o = blockIdx.x * O_TILE_WIDTH + tx;
    int row_i = row_o - MASK_RADIUS, col_i = col_o - MASK_RADIUS;
    (void)unused;

    if ((row_i >= 0) && (row_i < height) && (col_i >= 0) && (col_i < width)) {
        Ns[ty][tx] = N[row_i * width + col_i];
    } else {
        Ns[ty][tx] = 0.0f;
    }
    __syncthreads();

    float output = 0.0f;
    if (ty < O_TILE_WIDTH && tx < O_TILE_WIDTH) {
        #pragma unroll
        for (int i = 0; i < MASK_WIDTH; i++)
            #pragma unroll
            for (int j = 0; j < MASK_WIDTH; j++)
                output += Mc[i][j] * Ns[i + ty][j + tx];
        if (row_o < height && col_o < width)
            P[row_o * width + col_o] = output;
    }
}

__global__
void rgba_to_greyscale(const uchar4* const rgbaImage,
                       unsigned char* const greyImage,
                       int numRows, int numCols)
{
  const int2 pos = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
  if (pos.x >= numCols || pos.y >= numRows) return;
  uchar4 rgba = rgbaImage[pos.y * numCols + pos.x];
  greyImage[pos.y * numCols + pos.x] = luma[0] * rgba.x + luma[1] * rgba.y + luma[2] * rgba.z;
}

int main(int argc, char* argv[])
{
    const int H = 53, W = 70, L = 1000;
    float mask[MASK_WIDTH][MASK_WIDTH], m9[9];
    for (int i = 0; i < MASK_WIDTH; i++) for (int j = 0; j < MASK_WIDTH; j++) mask[i][j] = (i - 1) * 0.5f + j;
    for (int i = 0; i < 9; i++) m9[i] = i - 3;
    float *N = new float[H * W], *P = new float[H * W], *deviceN, *deviceP;
    for (int i = 0; i < H * W; i++) N[i] = (i * 31) % 17;

    wbCheck(cudaMalloc((void **)&deviceN, sizeof(float) * H * W));
    wbCheck(cudaMalloc((void **)&deviceP, sizeof(float) * H * W));
    wbCheck(cudaMemcpyToSymbol(Mc, mask, MASK_WIDTH * MASK_WIDTH * sizeof(float)));
    wbCheck(cudaMemcpyToSymbol(mask1d, m9, sizeof(m9), 0, cudaMemcpyHostToDevice));
    wbCheck(cudaMemcpy(deviceN, N, sizeof(float) * H * W, cudaMemcpyHostToDevice));

    convolution_1D<<<ceil(L / 256.0), 256>>>(deviceN, deviceP, L);
    wbCheck(cudaDeviceSynchronize());
    wbCheck(cudaMemcpy(P, deviceP, L * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < L; i++) {
        float sum = 0;
        for (int j = 0; j < 9; j++) if (i - 4 + j >= 0 && i - 4 + j < L) sum += N[i - 4 + j] * m9[j];
        if (P[i] != sum) { std::cerr << "1D " << i << std::endl; return 1; }
    }

    dim3 dimBlock(BLOCK_WIDTH, BLOCK_WIDTH);
    dim3 dimGrid((W - 1) / O_TILE_WIDTH + 1, (H - 1) / O_TILE_WIDTH + 1, 1);
    convolution_2D<<<dimGrid, dimBlock>>>(deviceP, deviceN, H, W, NULL);
    wbCheck(cudaGetLastError());
    wbCheck(cudaMemcpy(P, deviceP, sizeof(float) * H * W, cudaMemcpyDeviceToHost));
    for (int r = 0; r < H; r++) for (int c = 0; c < W; c++) {
        float sum = 0;
        for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) {
            int y = r + i - 2, x = c + j - 2;
            if (y >= 0 && y < H && x >= 0 && x < W) sum += mask[i][j] * N[y * W + x];
        }
        if (!(fabs(P[r * W + c] - sum) <= 1e-3)) {
            std::cerr << std::setprecision(9) << "2D " << r << "," << c << ": " << P[r * W + c] << " " << sum
                << std::endl;
            return 1;
        }
    }

    uchar4 *img, *d_img;
    unsigned char *grey, *d_grey;
    img = (uchar4 *)malloc(sizeof(uchar4) * H * W);
    grey = (unsigned char *)malloc(H * W);
    for (int i = 0; i < H * W; i++) img[i] = make_uchar4(i % 256, i * 3 % 256, i * 7 % 256, 255);
    wbCheck(cudaMalloc(&d_img, sizeof(uchar4) * H * W));
    wbCheck(cudaMalloc(&d_grey, sizeof(unsigned char) * H * W));
    wbCheck(cudaMemset(d_grey, 0, sizeof(unsigned char) * H * W));
    wbCheck(cudaMemcpy(d_img, img, sizeof(uchar4) * H * W, cudaMemcpyHostToDevice));
    const dim3 blockSize(32, 16, 1);
    const dim3 gridSize(W / blockSize.x + 1, H / blockSize.y + 1, 1);
    rgba_to_greyscale<<<gridSize, blockSize>>>(d_img, d_grey, H, W);
    cudaDeviceSynchronize(); wbCheck(cudaGetLastError());
    wbCheck(cudaMemcpy(grey, d_grey, H * W, cudaMemcpyDeviceToHost));
    for (int i = 0; i < H * W; i++) {
        float want = .299f * img[i].x + .587f * img[i].y + .114f * img[i].z;
        if (std::abs(grey[i] - want) > 1.01f) { std::cerr << "grey " << i << std::endl; return 1; }
    }
    cudaFree(deviceN); cudaFree(deviceP); cudaFree(d_img); cudaFree(d_grey);
    delete [] N; delete [] P; free(img); free(grey);
    return 0;
}
