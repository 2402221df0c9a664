/* expects: gpu_ex63 WRONG .*stride .*expected */
/* Strides above 3 are taken for 3. */
#include "all_but_ex63.h"

__global__ void columns_kernel(float *columns, const float *image, int rows, int cols, int height,
                               int width, int channels, int kernel, int stride, int padding, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int channel = i % channels, kw = i / channels % kernel, kh = i / channels / kernel % kernel;
    int pixel = i / channels / kernel / kernel, which = pixel / cols / rows;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    int inside = x >= 0 && x < width && y >= 0 && y < height;
    columns[i] = inside ? image[((which * height + y) * width + x) * channels + channel] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    if (stride > 3)
        columns_kernel<<<pieces(count, 256), 256>>>(d_columns, d_image, rows, cols, height, width,
                                                    channels, kernel, 3, padding, count);
    else
        resnet_layers_ex63_right(d_columns, d_image, batch, height, width, channels, kernel, stride,
                                 padding);
}
