/* Lab 6 - im2col on the CPU: what exercise 6.3 should write (resnet_layers.h says what that is),
 * and a part of the convolution on the CPU in network/. */
#ifndef IM2COL_H
#define IM2COL_H

void im2col(float *columns, const float *image, int batch, int height, int width, int channels,
            int kernel, int stride, int padding);

/* Rows first .. first + count - 1 of the matrix, on all cores. */
void im2col_rows(float *columns, const float *image, int height, int width, int channels,
                 int kernel, int stride, int padding, long first, long count);

#endif
