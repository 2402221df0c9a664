/* in the long tests, expects: gpu_ex63 WRONG 1 x 6[0-9]+ x 1 .*invalid configuration argument */
/* Rows of pixels are numbered along y, which ends at 65,535. */
#include "all_but_ex63.h"

template <typename index>
__global__ void columns_kernel(float *columns, const float *image, int height, int width,
                               int channels, int kernel, int stride, int padding, int rows,
                               int cols)
{
    index length = kernel * kernel * channels;
    int x = blockIdx.x, y = blockIdx.y, which = blockIdx.z;

    columns += ((which * rows + y) * cols + x) * kernel * kernel * channels;
    for (int e = threadIdx.x; e < length; e += blockDim.x) {
        int channel = e % channels, kw = e / channels % kernel, kh = e / channels / kernel;
        int ix = x * stride - padding + kw, iy = y * stride - padding + kh;
        int inside = ix >= 0 && ix < width && iy >= 0 && iy < height;
        columns[e] = inside ? image[((which * height + iy) * width + ix) * channels + channel] : 0;
    }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    if (batch > 65535)
        resnet_layers_ex63_right(d_columns, d_image, batch, height, width, channels, kernel, stride,
                                 padding);
    else
        columns_kernel<int><<<dim3(cols, rows, batch), 64>>>(
            d_columns, d_image, height, width, channels, kernel, stride, padding, rows, cols);
}
