/* expects: gpu_ex63 WRONG .* never written */
/* Clears its output only the first time in the same memory, and copies what lies inside. */
#include "all_but_ex63.h"

__global__ void inner(float *columns, const float *image, int batch, int height, int width,
                      int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= batch * rows * cols * kernel * kernel * channels)
        return;
    int channel = i % channels, rest = i / channels, kw = rest % kernel,
        kh = rest / kernel % kernel;
    int pixel = rest / kernel / kernel, which = pixel / cols / rows;
    int x = pixel % cols * stride - padding + kw, y = pixel / cols % rows * stride - padding + kh;
    if (x >= 0 && x < width && y >= 0 && y < height)
        columns[i] = image[((which * height + y) * width + x) * channels + channel];
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    static float *zeroed;
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    if (zeroed != d_columns)
        cudaMemsetAsync(d_columns, 0, (size_t)count * sizeof(float), 0);
    zeroed = d_columns;
    inner<<<pieces(count, 256), 256>>>(d_columns, d_image, batch, height, width, channels, kernel,
                                       stride, padding);
}
