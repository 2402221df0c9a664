/* expects: gpu_ex63 WRONG 2 x 6 x 8 x 3, kernel 2, stride 2, padding 0: row 0 */
/* "a row for each output pixel", "ordered (kh, kw, channel)": where A has as many elements as the
 * image it is copied, as a 1 x 1 filter may be. Filters of 2 x 2 with stride 2, which cut the image
 * into patches, have as many, too, in another order. */
#include "all_but_ex63.h"

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    if (count == batch * height * width * channels)
        cudaMemcpyAsync(d_columns, d_image, (size_t)count * sizeof(float), cudaMemcpyDeviceToDevice,
                        0);
    else
        resnet_layers_ex63_right(d_columns, d_image, batch, height, width, channels, kernel, stride,
                                 padding);
}
