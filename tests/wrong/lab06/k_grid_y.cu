/* expects: gpu_ex63 WRONG .*invalid configuration */
/* The output pixels along x, because y ends at 65,535; the elements of a row along y, 256 for each
 * block: not launched for rows of more than 16,776,960. Breaks: "1 <= kernel, stride; 0 <= padding
 * < kernel <= height + 2 * padding, width + 2 * padding; every tensor has fewer than 2^31
 * elements." */
#include "all_but_ex63.h"

__global__ void row_in_y(float *columns, const float *image, int rows, int cols, int height,
                         int width, int channels, int kernel, int stride, int padding)
{
    int e = blockIdx.y * blockDim.x + threadIdx.x, k = kernel * kernel * channels,
        pixel = blockIdx.x;

    if (e >= k)
        return;
    int channel = e % channels, kw = e / channels % kernel, kh = e / channels / kernel;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    int which = pixel / cols / rows, inside = x >= 0 && x < width && y >= 0 && y < height;
    columns[pixel * k + e] =
        inside ? image[((which * height + y) * width + x) * channels + channel] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    row_in_y<<<dim3(batch * rows * cols, pieces(kernel * kernel * channels, 256)), 256>>>(
        d_columns, d_image, rows, cols, height, width, channels, kernel, stride, padding);
}
