#include "im2col.h"

static long least(long x, long y)
{
    return x < y ? x : y;
}

static long most(long x, long y)
{
    return x > y ? x : y;
}

/* The pixels of one kh stand side by side in the image, and in the row: a run of them that lies
 * inside is copied at once. */
void im2col_row(float *to, const void *images, long row, long k0, long count, long)
{
    const struct images *i = (const struct images *)images;
    const int out_height = (i->height + 2 * i->padding - i->kernel) / i->stride + 1;
    const int out_width = (i->width + 2 * i->padding - i->kernel) / i->stride + 1;
    const long w0 = row % out_width * i->stride - i->padding;
    const long h0 = row / out_width % out_height * i->stride - i->padding;
    const long length = i->kernel * i->channels; /* of one kh; inside from left to right */
    const long left = most(0, -w0) * i->channels;
    const long right = least(i->kernel, i->width - w0) * i->channels;
    long h = h0 + k0 / length, from = k0 % length;

    for (; count > 0; h++, from = 0) {
        const long here = least(length - from, count), end = from + here;
        const long first = most(from, left), last = h >= 0 && h < i->height ? least(end, right) : 0;
        if (first > from || last < end) /* outside lie zeros */
            memset(to, 0, here * sizeof(*to));
        if (first < last)
            memcpy(to + first - from,
                   i->x +
                       ((row / out_width / out_height * i->height + h) * i->width + w0) *
                           i->channels +
                       first,
                   (last - first) * sizeof(*to));
        to += here;
        count -= here;
    }
}

void im2col(float *columns, const float *image, int batch, int height, int width, int channels,
            int kernel, int stride, int padding)
{
    const struct images images = { image, height, width, channels, kernel, stride, padding };
    const long out_height = (height + 2 * padding - kernel) / stride + 1;
    const long out_width = (width + 2 * padding - kernel) / stride + 1;
    const long k = (long)kernel * kernel * channels;

#pragma omp parallel for
    for (long row = 0; row < batch * out_height * out_width; row++)
        im2col_row(columns + row * k, &images, row, 0, k, k);
}
