/* refuses: (tex2D|cudaTextureObject_t|cudaTextureDesc|cudaCreateTextureObject|cudaArray_t) is not available on the CPU device */
#include <cuda_runtime.h>

__global__ void scale(float *out, cudaTextureObject_t tex, int width, int height) /* here */
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = 2 * tex2D<float>(tex, x + 0.5f, y + 0.5f);
}

int main()
{
    float *d;
    cudaTextureObject_t tex = 0;
    cudaMalloc(&d, 64 * sizeof(float));
    scale<<<1, dim3(8, 8)>>>(d, tex, 8, 8);
    return cudaDeviceSynchronize() != cudaSuccess;
}
