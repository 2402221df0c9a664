/* expects: gpu_ex63 WRONG 1 x .*, kernel 1, .*invalid configuration argument */
/* A 1 x 1 kernel copies a pixel with a thread per channel: a block ends at 1,024, ResNet-50 has
 * 2,048. */
#include "all_but_ex63.h"

__global__ void by_channel(float *columns, const float *image, int height, int width, int stride,
                           int rows, int cols)
{
    int pixel = blockIdx.x, channel = threadIdx.x, channels = blockDim.x;
    int x = pixel % cols * stride, y = pixel / cols % rows * stride, which = pixel / cols / rows;

    columns[pixel * channels + channel] =
        image[((which * height + y) * width + x) * channels + channel];
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    if (kernel == 1)
        by_channel<<<batch * rows * cols, channels>>>(d_columns, d_image, height, width, stride,
                                                      rows, cols);
    else
        resnet_layers_ex63_right(d_columns, d_image, batch, height, width, channels, kernel, stride,
                                 padding);
}
