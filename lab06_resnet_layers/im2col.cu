#include "im2col.h"

#include <stddef.h>
#include <string.h>

/* The pixels of one kh stand side by side in the image, and in the row: a run of them that lies
 * inside is copied at once. */
void im2col_rows(float *columns, const float *image, int height, int width, int channels,
                 int kernel, int stride, int padding, long first, long count)
{
    const int out_height = (height + 2 * padding - kernel) / stride + 1;
    const int out_width = (width + 2 * padding - kernel) / stride + 1;
    const size_t length = (size_t)kernel * channels; /* of one kh */

#pragma omp parallel for
    for (long i = 0; i < count; i++) {
        const long row = first + i;
        const int w0 = row % out_width * stride - padding;
        const int h0 = row / out_width % out_height * stride - padding;
        const float *from = image + row / out_width / out_height * height * width * channels;
        const int left = w0 < 0 ? -w0 : 0, right = w0 + kernel > width ? width - w0 : kernel;
        float *to = columns + i * kernel * length;

        for (int kh = 0; kh < kernel; kh++, to += length) {
            const long h = h0 + kh;
            if (left > 0 || right < kernel || h < 0 || h >= height) /* outside lie zeros */
                memset(to, 0, length * sizeof(*to));
            if (h >= 0 && h < height && left < right)
                memcpy(to + left * channels, from + (h * width + w0 + left) * channels,
                       (right - left) * channels * sizeof(*to));
        }
    }
}

void im2col(float *columns, const float *image, int batch, int height, int width, int channels,
            int kernel, int stride, int padding)
{
    const long out_height = (height + 2 * padding - kernel) / stride + 1;
    const long out_width = (width + 2 * padding - kernel) / stride + 1;

    im2col_rows(columns, image, height, width, channels, kernel, stride, padding, 0,
                batch * out_height * out_width);
}
