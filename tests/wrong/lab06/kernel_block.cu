/* in the long tests, expects: gpu_ex63 WRONG .*, kernel [0-9]+, .*invalid configuration */
/* A block has a thread per pixel of the kernel: from 33 x 33 on that is more than 1,024. */
#include "all_but_ex63.h"

__global__ void by_kernel(float *columns, const float *image, int height, int width, int channels,
                          int stride, int padding, int rows, int cols)
{
    int kernel = blockDim.x, kw = threadIdx.x, kh = threadIdx.y;
    int x = blockIdx.x % cols * stride - padding + kw;
    int y = blockIdx.x / cols % rows * stride - padding + kh, which = blockIdx.x / cols / rows;
    int inside = x >= 0 && x < width && y >= 0 && y < height;

    columns += ((blockIdx.x * kernel + kh) * kernel + kw) * channels;
    for (int c = 0; c < channels; c++)
        columns[c] = inside ? image[((which * height + y) * width + x) * channels + c] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    by_kernel<<<batch * rows * cols, dim3(kernel, kernel)>>>(d_columns, d_image, height, width,
                                                             channels, stride, padding, rows, cols);
}
