/* expects: gpu_ex63 ok */
/* The sizes go to constant memory by an Async copy from the launcher's stack, which does not wait:
 * of so few bytes CUDA keeps a copy. The kernel scatters: a thread for each element of the image.
 */
#include "../../wrong/lab06/all_but_ex63.h"

struct sizes {
    int batch, height, width, channels, kernel, stride, padding, rows, cols;
};

static __constant__ struct sizes of;

__global__ void scatter(float *columns, const float *image)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= of.batch * of.height * of.width * of.channels)
        return;
    int channel = i % of.channels, x = i / of.channels % of.width;
    int y = i / of.channels / of.width % of.height,
        picture = i / of.channels / of.width / of.height;
    for (int kh = 0; kh < of.kernel; kh++)
        for (int kw = 0; kw < of.kernel; kw++) {
            int top = y + of.padding - kh, left = x + of.padding - kw;
            if (top < 0 || top % of.stride || top / of.stride >= of.rows || left < 0 ||
                left % of.stride || left / of.stride >= of.cols)
                continue;
            int pixel = (picture * of.rows + top / of.stride) * of.cols + left / of.stride;
            columns[((pixel * of.kernel + kh) * of.kernel + kw) * of.channels + channel] = image[i];
        }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    size_t count = (size_t)batch * rows * cols * kernel * kernel * channels;
    struct sizes s = { batch, height, width, channels, kernel, stride, padding, rows, cols };

    cudaMemcpyToSymbolAsync(of, &s, sizeof(s), 0, cudaMemcpyHostToDevice, 0);
    cudaMemsetAsync(d_columns, 0, count * sizeof(float), 0);
    scatter<<<pieces(batch * height * width * channels, 256), 256>>>(d_columns, d_image);
}
