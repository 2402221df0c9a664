/* in the long tests, expects: gpu_ex63 WRONG .* row 0, .* = \(0, 0, 0\) = .*, expected 0 */
/* Beyond the edge stands the nearest pixel instead of 0. */
#include "all_but_ex63.h"

__global__ void columns_kernel(float *columns, const float *image, int batch, int height, int width,
                               int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= batch * rows * cols * kernel * kernel * channels)
        return;
    int channel = i % channels, rest = i / channels, kw = rest % kernel,
        kh = rest / kernel % kernel;
    int pixel = rest / kernel / kernel, which = pixel / cols / rows;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    x = min(max(x, 0), width - 1), y = min(max(y, 0), height - 1);
    int inside = x >= 0 && x < width && y >= 0 && y < height;
    columns[i] = inside ? image[((which * height + y) * width + x) * channels + channel] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    columns_kernel<<<pieces(count, 256), 256>>>(d_columns, d_image, batch, height, width, channels,
                                                kernel, stride, padding);
}
