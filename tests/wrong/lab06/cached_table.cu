/* expects: gpu_ex63 WRONG 1 x 9 x 13 x 3,  */
/* The distance of each element of a row from its first one is kept in a table on the device, which
 * is made anew when the kernel or the channels change; but it also depends on the width of the
 * image. Breaks: "element [image][y][x][channel] of a tensor ... is x[((image * height + y) *
 * width + x) * channels + channel]" (state kept between calls). */
#include "all_but_ex63.h"

#define MOST 16384
__device__ int from_first[MOST];

__global__ void make_table(int width, int channels, int kernel)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;

    if (e < kernel * kernel * channels)
        from_first[e] =
            (e / channels / kernel * width + e / channels % kernel) * channels + e % channels;
}

__global__ void by_kept_table(float *columns, const float *image, int count, int rows, int cols,
                              int height, int width, int channels, int kernel, int stride,
                              int padding)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = kernel * kernel * channels;

    if (i >= count)
        return;
    int pixel = i / k, e = i % k;
    int x0 = pixel % cols * stride - padding, y0 = pixel / cols % rows * stride - padding;
    int x = x0 + e / channels % kernel, y = y0 + e / channels / kernel, which = pixel / cols / rows;
    int first = ((which * height + y0) * width + x0) * channels;
    int inside = x >= 0 && x < width && y >= 0 && y < height;
    int at = min(max(first + from_first[e], 0), height * width * channels * (which + 1) - 1);
    columns[i] = inside ? image[at] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;
    static int table_kernel, table_channels;

    if (kernel * kernel * channels > MOST) {
        resnet_layers_ex63_right(d_columns, d_image, batch, height, width, channels, kernel, stride,
                                 padding);
        return;
    }
    if (table_kernel != kernel || table_channels != channels) {
        make_table<<<pieces(kernel * kernel * channels, 256), 256>>>(width, channels, kernel);
        table_kernel = kernel, table_channels = channels;
    }
    by_kept_table<<<pieces(count, 256), 256>>>(d_columns, d_image, count, rows, cols, height, width,
                                               channels, kernel, stride, padding);
}
