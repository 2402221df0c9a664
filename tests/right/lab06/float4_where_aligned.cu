/* expects: gpu_ex63 ok */
/* goals: gpu_ex63 done */
/* 4 channels at a time where their number and the address of the image allow it; rows of blocks as
 * a grid of two dimensions, x within 1,024, and through cudaLaunchKernel. */
#include "../../wrong/lab06/all_but_ex63.h"

template <typename number>
__global__ void copies(number *columns, const number *image, unsigned int count, int rows, int cols,
                       int height, int width, int channels, int kernel, int stride, int padding)
{
    unsigned int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;

    for (; i < count; i += gridDim.x * gridDim.y * blockDim.x) {
        int channel = i % channels, rest = i / channels, kw = rest % kernel,
            kh = rest / kernel % kernel;
        int pixel = rest / kernel / kernel;
        int x = pixel % cols * stride - padding + kw,
            y = pixel / cols % rows * stride - padding + kh;
        int which = pixel / cols / rows;
        number value = number();
        if ((unsigned int)x < (unsigned int)width && (unsigned int)y < (unsigned int)height)
            value = image[((which * height + y) * width + x) * channels + channel];
        columns[i] = value;
    }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int wide = channels % 4 == 0 && (size_t)d_image % 16 == 0 ? 4 : 1, groups = channels / wide;
    unsigned int count = (unsigned int)batch * rows * cols * kernel * kernel * groups;
    dim3 grid(min(1024, pieces(count, 128)), min(64, pieces(pieces(count, 128), 1024)));
    void *arguments[] = { &d_columns, &d_image, &count,  &rows,   &cols,   &height,
                          &width,     &groups,  &kernel, &stride, &padding };

    if (wide == 4)
        cudaLaunchKernel((const void *)copies<float4>, grid, dim3(128), arguments, 0, 0);
    else
        cudaLaunchKernel((const void *)copies<float>, grid, dim3(128), arguments, 0, 0);
}
