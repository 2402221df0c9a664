/* expects: gpu_ex63 ok */
/* goals: gpu_ex63 done */
/* A fixed grid: each warp takes the pixels of A one after another, and lanes share the channels. */
#include "../../wrong/lab06/all_but_ex63.h"

__global__ void warps(float *columns, const float *image, int pixels, int height, int width,
                      int channels, int kernel, int stride, int padding, int rows, int cols)
{
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    long long places = (long long)pixels * kernel * kernel;

    for (long long at = warp; at < places; at += gridDim.x * blockDim.x / 32) {
        int kw = at % kernel, kh = at / kernel % kernel, pixel = at / kernel / kernel;
        int x = pixel % cols * stride - padding + kw;
        int y = pixel / cols % rows * stride - padding + kh, which = pixel / cols / rows;
        const float *from = image + ((which * height + y) * (long long)width + x) * channels;
        for (int channel = lane; channel < channels; channel += 32)
            columns[at * channels + channel] =
                x < 0 || x >= width || y < 0 || y >= height ? 0 : from[channel];
    }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    warps<<<37, 160>>>(d_columns, d_image, batch * rows * cols, height, width, channels, kernel,
                       stride, padding, rows, cols);
}
