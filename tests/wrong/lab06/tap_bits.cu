/* expects: gpu_ex63 WRONG 1 x [67][0-9] x [67][0-9] x 1, kernel  */
/* Which columns of the kernel lie inside of the image is a bit each of a 64-bit mask: from column
 * 64 of the kernel on a bit is that of another one. Breaks: "1 <= kernel, stride; 0 <= padding <
 * kernel <= height + 2 * padding, width + 2 * padding; every tensor has fewer than 2^31 elements."
 */
#include "all_but_ex63.h"

__global__ void by_bits(float *columns, const float *image, int rows, int cols, int height,
                        int width, int channels, int kernel, int stride, int padding)
{
    __shared__ unsigned long long inside_x, inside_y;
    int pixel = blockIdx.x, k = kernel * kernel * channels;
    int x0 = pixel % cols * stride - padding, y0 = pixel / cols % rows * stride - padding;
    int which = pixel / cols / rows;

    if (threadIdx.x == 0) {
        inside_x = inside_y = 0;
        for (int t = 0; t < kernel; t++) {
            if (x0 + t >= 0 && x0 + t < width)
                inside_x |= 1ull << t % 64;
            if (y0 + t >= 0 && y0 + t < height)
                inside_y |= 1ull << t % 64;
        }
    }
    __syncthreads();
    for (int e = threadIdx.x; e < k; e += blockDim.x) {
        int channel = e % channels, kw = e / channels % kernel, kh = e / channels / kernel;
        int inside = inside_x >> kw % 64 & inside_y >> kh % 64 & 1;
        columns[pixel * k + e] =
            inside ? image[((which * height + y0 + kh) * width + x0 + kw) * channels + channel] : 0;
    }
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    by_bits<<<batch * rows * cols, 128>>>(d_columns, d_image, rows, cols, height, width, channels,
                                          kernel, stride, padding);
}
