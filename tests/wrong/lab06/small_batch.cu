/* expects: gpu_ex63 WRONG ([4-9]|1[0-2]) x .*padding [0-9]: row [0-9]+,  */
/* Of a batch of 4 to 32 images the fourth one stands for all that follow. */
#include "all_but_ex63.h"

__global__ void repeat_image(float *columns, long long one, int batch)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;

    for (int image = 4; image < batch && i < one; image++)
        columns[image * one + i] = columns[3 * one + i];
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int one = rows * cols * kernel * kernel * channels;

    resnet_layers_ex63_right(d_columns, d_image, batch, height, width, channels, kernel, stride,
                             padding);
    if (batch > 4 && batch <= 32)
        repeat_image<<<pieces(one, 256), 256>>>(d_columns, one, batch);
}
