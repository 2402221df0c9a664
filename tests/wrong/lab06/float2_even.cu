/* expects: gpu_ex63 WRONG .*misaligned */
/* "d_image is aligned to 16 bytes only if `channels` is a multiple of 4, otherwise to 4": copies
 * two channels at once where their number is even, which takes 8. */
#include "all_but_ex63.h"

__global__ void pairs_of_channels(float2 *columns, const float *image, int batch, int height,
                                  int width, int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int halves = channels / 2, count = batch * rows * cols * kernel * kernel * halves;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= (unsigned int)count)
        return;
    int channel = i % halves * 2, rest = i / halves;
    int kw = rest % kernel, kh = rest / kernel % kernel, pixel = rest / kernel / kernel;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    const float *from =
        &image[((pixel / cols / rows * height + y) * width + x) * channels + channel];
    int inside = x >= 0 && x < width && y >= 0 && y < height;
    columns[i] = inside ? *(const float2 *)from : make_float2(0, 0);
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    if (channels % 2 == 0)
        pairs_of_channels<<<pieces(count / 2, 256), 256>>>(
            (float2 *)d_columns, d_image, batch, height, width, channels, kernel, stride, padding);
    else
        resnet_layers_ex63_right(d_columns, d_image, batch, height, width, channels, kernel, stride,
                                 padding);
}
