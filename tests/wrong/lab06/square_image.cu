/* in the long tests, expects: gpu_ex63 WRONG 2 x 13 x 11 x 3,.* row [0-9]+,  */
/* The lower edge is looked for where the right one is. */
#include "all_but_ex63.h"

__global__ void square_image(float *to, const float *image, int batch, int height, int width,
                             int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= batch * rows * cols * kernel * kernel * channels)
        return;
    int channel = i % channels, kw = i / channels % kernel, kh = i / channels / kernel % kernel;
    int pixel = i / channels / kernel / kernel, which = pixel / cols / rows;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    int inside = x >= 0 && x < width && y >= 0 && y < width;
    to[i] = inside ? image[((which * height + y) * width + x) * channels + channel] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    square_image<<<pieces(count, 256), 256>>>(d_columns, d_image, batch, height, width, channels,
                                              kernel, stride, padding);
}
