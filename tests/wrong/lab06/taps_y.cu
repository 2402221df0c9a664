/* expects: gpu_ex63 WRONG .*invalid configuration */
/* A block has 256 pixels of the output, and y counts the kernel x kernel taps: not launched for a
 * kernel of 256 x 256 or more. Breaks: "1 <= kernel, stride; 0 <= padding < kernel <= height + 2 *
 * padding, width + 2 * padding; every tensor has fewer than 2^31 elements." */
#include "all_but_ex63.h"

__global__ void tap_in_y(float *columns, const float *image, int pixels, int rows, int cols,
                         int height, int width, int channels, int kernel, int stride, int padding)
{
    int pixel = blockIdx.x * blockDim.x + threadIdx.x, kh = blockIdx.y / kernel,
        kw = blockIdx.y % kernel;

    if (pixel >= pixels)
        return;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    int which = pixel / cols / rows;
    int inside = x >= 0 && x < width && y >= 0 && y < height;
    for (int channel = 0; channel < channels; channel++)
        columns[(pixel * kernel * kernel + blockIdx.y) * channels + channel] =
            inside ? image[((which * height + y) * width + x) * channels + channel] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    tap_in_y<<<dim3(pieces(batch * rows * cols, 256), kernel * kernel), 256>>>(
        d_columns, d_image, batch * rows * cols, rows, cols, height, width, channels, kernel,
        stride, padding);
}
