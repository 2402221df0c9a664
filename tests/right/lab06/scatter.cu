/* expects: gpu_ex63 ok */
/* goals: gpu_ex63 done */
/* The other way round: everything is set to 0 first, then a thread for each element of the image
 * writes it to all the places where it occurs. */
#include "../../wrong/lab06/all_but_ex63.h"

__global__ void scatter(float *columns, const float *image, int count, int rows, int cols,
                        int height, int width, int channels, int kernel, int stride, int padding)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= (unsigned int)count)
        return;
    int channel = i % channels, x = i / channels % width, y = i / channels / width % height;
    int which = i / channels / width / height;
    for (int kh = 0; kh < kernel; kh++)
        for (int kw = 0; kw < kernel; kw++) {
            int down = y + padding - kh, right = x + padding - kw;
            if (down < 0 || right < 0 || down % stride || right % stride || down / stride >= rows ||
                right / stride >= cols)
                continue;
            int pixel = (which * rows + down / stride) * cols + right / stride;
            columns[((pixel * kernel + kh) * kernel + kw) * channels + channel] = image[i];
        }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * height * width * channels;

    cudaMemsetAsync(d_columns, 0,
                    (size_t)batch * rows * cols * kernel * kernel * channels * sizeof(float), 0);
    scatter<<<pieces(count, 256), 256>>>(d_columns, d_image, count, rows, cols, height, width,
                                         channels, kernel, stride, padding);
}
