/* in the long tests, expects: gpu_ex63 WRONG wrote outside: element 2 past the end of d_columns */
/* The output is taken for one of floats, and one more is written. */
#include "all_but_ex63.h"

__global__ void spoil(float *columns, int count)
{
    columns[count + 1] = 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    resnet_layers_ex63_right(d_columns, d_image, batch, height, width, channels, kernel, stride,
                             padding);
    spoil<<<1, 1>>>(d_columns, batch * rows * cols * kernel * kernel * channels);
}
