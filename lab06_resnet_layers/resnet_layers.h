/* Lab 6 - the layers of ResNet-50. The contract between the kernels (resnet_layers.cu, yours) and
 * the experiment (lab06.cu).
 *
 * A convolution is a product C = A B. Tensors are NHWC: element [image][y][x][channel] of a tensor
 * of `batch` images, `height` x `width` pixels and `channels` channels is
 * x[((image * height + y) * width + x) * channels + channel]. Then
 *
 *   C  m x n   m = batch * output height * output width: a row for each output pixel;
 *              n = output channels
 *   A  m x k   k = kernel * kernel * channels: the inputs of that pixel, ordered (kh, kw, channel)
 *   B  k x n   the weights, in the same order
 *
 * row-major, no padding between rows. 1 <= m, n, k, each product of two of them < 2^31; none need
 * be a multiple of anything: the first layer has k = 147, the last ones have m = 49. d_ pointers
 * lie on the device, aligned to 256 bytes, and do not overlap. A launcher writes all of its output,
 * nothing else, changes no input, launches on the default stream and does not wait. What it makes
 * (memory, streams, events) it destroys or uses again in the next call, or makes larger there,
 * before it launches: cudaFree waits, while cudaFreeAsync does not. Each element of a C in float is
 * within (k + 16) 2^-23 max|A| max|B| of the exact sum, so sums may have any order; one of halves
 * may also be off by its rounding. */
#ifndef RESNET_LAYERS_H
#define RESNET_LAYERS_H

#include <cuda_fp16.h>
#include "common/cuda_check.h"

void resnet_layers_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);
void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);

/* Stored in half precision, summed in float32: only the sum is rounded, once. No sum is too large
 * for a half. */
void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k);

/* The same on tensor cores: in the answers only, and only for a GPU. */
void resnet_layers_wmma(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
    __attribute__((weak));

/* im2col: writes A of a convolution with a square kernel. Output pixel (y, x) reads the pixels
 * (y * stride - padding + kh, x * stride - padding + kw) for 0 <= kh, kw < kernel; those outside of
 * the image are 0. The output has (height + 2 * padding - kernel) / stride + 1 rows, rounded down,
 * and columns likewise. 1 <= kernel, stride; 0 <= padding < kernel <= height + 2 * padding,
 * width + 2 * padding; every tensor has fewer than 2^31 elements, all finite. A large batch comes
 * in pieces, so d_image is aligned to 16 bytes only if `channels` is a multiple of 4, otherwise
 * to 4. */
void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding);

#endif
