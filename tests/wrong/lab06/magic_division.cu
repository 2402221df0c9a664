/* in the long tests, expects: gpu_ex63 WRONG 1 x 13[0-9] x  */
/* at the default size */
/* Divides by multiplying with 2^32 / channels + 1 and taking the high word: exact where channels
 * is a power of two or small, else right for small numbers only (with 1,000 channels up to 6.1
 * million elements, with 768 up to 8.4 million). Breaks: "element [image][y][x][channel]" of "1 <=
 * kernel, stride; 0 <= padding < kernel <= height + 2 * padding, width + 2 * padding; every tensor
 * has fewer than 2^31 elements." */
#include "all_but_ex63.h"

__global__ void by_magic(float *columns, const float *image, int batch, int height, int width,
                         int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= batch * rows * cols * kernel * kernel * channels)
        return;
    int rest = channels == 1 ? i : (int)__umulhi(i, 0xffffffffu / channels + 1);
    int channel = i - rest * channels, kw = rest % kernel, kh = rest / kernel % kernel;
    if (channel < 0) /* for safety */
        channel += channels;
    int pixel = rest / kernel / kernel;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    int which = pixel / cols / rows;
    int inside = x >= 0 && x < width && y >= 0 && y < height;
    columns[i] = inside ? image[((which * height + y) * width + x) * channels + channel] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    by_magic<<<pieces(count, 256), 256>>>(d_columns, d_image, batch, height, width, channels,
                                          kernel, stride, padding);
}
