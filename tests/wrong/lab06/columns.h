/* The answer to 6.3 in pieces. A file here defines the piece that is wrong, and includes this. */
#include "all_but_ex63.h"
#ifndef BEFORE
#define BEFORE
#endif
#ifndef REST
#define REST i / channels
#endif
#ifndef MOVED
#define MOVED
#endif
#ifndef INSIDE
#define INSIDE (x >= 0 && x < width && y >= 0 && y < height)
#endif
#ifndef STORE
#define STORE                                                                                      \
    int inside = INSIDE;                                                                           \
    columns[i] = inside ? image[((which * height + y) * width + x) * channels + channel] : 0
#endif

__global__ void columns_kernel(float *columns, const float *image, int batch, int height, int width,
                               int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= batch * rows * cols * kernel * kernel * channels)
        return;
    int rest = REST, channel = i - rest * channels, kw = rest % kernel, kh = rest / kernel % kernel;
    int pixel = rest / kernel / kernel, which = pixel / cols / rows;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    MOVED;
    STORE;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    BEFORE;
    columns_kernel<<<pieces(count, 256), 256>>>(d_columns, d_image, batch, height, width, channels,
                                                kernel, stride, padding);
}
