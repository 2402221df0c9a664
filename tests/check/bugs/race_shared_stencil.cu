/* finds: race */
/* A 2-D blur that writes its result back into the shared tile while neighbours still read it. */
#include "../host.h"

#define T 8

__global__ void blur(float *image, int width)
{
    __shared__ float tile[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    int i = (blockIdx.y * T + y) * width + blockIdx.x * T + x;
    tile[y][x] = image[i];
    __syncthreads();
    if (x > 0 && x < T - 1)
        tile[y][x] = (tile[y][x - 1] + 2 * tile[y][x] + tile[y][x + 1]) / 4; // HERE
    __syncthreads();
    image[i] = tile[y][x];
}

int main(void)
{
    const int width = 64, height = 16;
    float *image = made<float>(width * height, [](int i) { return i * 31 % 256; });
    blur<<<dim3(width / T, height / T), dim3(T, T)>>>(image, width);
    return end();
}
