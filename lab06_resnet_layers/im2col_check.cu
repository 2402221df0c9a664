/* Lab 6 - exercise 6.3 as an experiment of the engine: its images, and the comparison. im2col only
 * copies, so its output must be equal to the bit. The network times it. */
#include "im2col.h"

#include <stdio.h>
#include <stdlib.h>
#include "resnet_layers.h"

/* ---- images --------------------------------------------------------------------------------- */

/* What stands in shape.own. */
enum { BATCH, HEIGHT, WIDTH, CHANNELS, KERNEL, STRIDE, PADDING, SKIP };

/* skip: so many numbers further than 256 bytes; a multiple of four if that of the channels is. */
static struct shape image(int batch, int height, int width, int channels, int kernel, int stride,
                          int padding, int skip)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    return { batch * rows * cols,
             kernel * kernel * channels,
             0,
             0,
             { batch, height, width, channels, kernel, stride, padding,
               channels % 4 ? skip : 4 * skip } };
}

/* The output has m rows and n columns. */
static struct problem problem(const struct shape *shape)
{
    const int *i = shape->own;
    struct problem p = {};

    p.m = shape->m;
    p.n = shape->n;
    p.a = array_of(FLOAT32, (size_t)i[BATCH] * i[HEIGHT] * i[WIDTH] * i[CHANNELS]);
    p.a.skip = i[SKIP];
    p.c = array_of(FLOAT32, p.m * p.n);
    snprintf(p.label, sizeof(p.label), "%d x %d x %d x %d, kernel %d, stride %d, padding %d",
             i[BATCH], i[HEIGHT], i[WIDTH], i[CHANNELS], i[KERNEL], i[STRIDE], i[PADDING]);
    return p;
}

void im2col_run(const struct problem *p)
{
    const int *i = p->shape.own;

    resnet_layers_ex63(p->c.f32, p->a.f32, i[BATCH], i[HEIGHT], i[WIDTH], i[CHANNELS], i[KERNEL],
                       i[STRIDE], i[PADDING]);
}

static void name_column(char *text, size_t size, size_t at, const void *own)
{
    const int *i = (const int *)own;
    int channel = at % i[CHANNELS], kw = at / i[CHANNELS] % i[KERNEL];
    int kh = at / i[CHANNELS] / i[KERNEL] % i[KERNEL];
    size_t row = at / i[CHANNELS] / i[KERNEL] / i[KERNEL];

    snprintf(text, size, "row %zu, (kh, kw, channel) = (%d, %d, %d)", row, kh, kw, channel);
}

static void compare(struct check *check, const struct problem *p, const struct version *)
{
    const int *i = p->shape.own;
    float *want = (float *)host_memory(p->c.bytes);

    im2col(want, (const float *)p->a.host, i[BATCH], i[HEIGHT], i[WIDTH], i[CHANNELS], i[KERNEL],
           i[STRIDE], i[PADDING]);
    check_output(check, (const float *)p->c.host, want, p->c.count, 0, 0, name_column, i);
    free(want);
}

/* The convolutions of a ResNet, small, and what is easily forgotten: images that are neither square
 * nor even, a stride beyond the kernel, more padding than stride, a kernel as large as the image,
 * kernels side by side, which make A as large as the image. */
static const struct shape awkward[] = {
    image(2, 13, 11, 3, 3, 2, 1, 0),
    image(1, 30, 29, 3, 7, 2, 3, 1),
    image(2, 9, 10, 5, 3, 1, 1, 2),
    image(3, 7, 6, 8, 1, 2, 0, 1),
    image(2, 5, 8, 17, 1, 1, 0, 0),
    image(1, 10, 13, 2, 2, 3, 0, 3),
    image(2, 4, 3, 2, 5, 1, 4, 0),
    image(1, 1, 1, 1, 1, 1, 0, 0),
    image(1, 6, 5, 1, 5, 1, 0, 0),
    image(2, 6, 8, 3, 2, 2, 0, 0),
    image(1, 40, 50, 4, 3, 1, 1, 3),
    image(2, 9, 8, 64, 3, 2, 1, 0),
    image(1, 7, 9, 64, 1, 1, 0, 0),
    image(1, 9, 12, 3, 3, 1, 1, 0), /* each differs from the one before in one number: */
    image(1, 9, 13, 3, 3, 1, 1, 0), /* is anything kept? */
    image(1, 11, 13, 3, 3, 1, 1, 0),
    image(1, 11, 13, 3, 3, 2, 1, 0),
    image(1, 11, 13, 3, 3, 2, 0, 0),
    image(2, 11, 13, 3, 3, 2, 0, 0),
    image(2, 11, 13, 2, 3, 2, 0, 0),
    image(2, 11, 13, 2, 2, 2, 0, 0),
    {},
};

/* More than 128 x 65,535 images, rows, columns and channels; 256 x 65,535 pixels of a kernel. */
#define LONG (65536 * 128 + 129)
static const struct shape grids[] = {
    image(LONG, 1, 1, 1, 1, 1, 0, 0),       image(1, LONG, 1, 1, 1, 1, 0, 0),
    image(1, 1, LONG, 1, 1, 1, 0, 0),       image(1, 1, 1, LONG, 1, 1, 0, 0),
    image(1, 4100, 4100, 1, 4100, 1, 0, 0), {},
};

/* Drawn anew in each run, from the least to the most of: images, height, width, channels, kernel,
 * stride, padding. A grid's y and z end at 65,535. */
static const struct class_of_images {
    int least[7], most[7];
} classes[] = {
    { { 4, 5, 5, 1, 1, 1, 0 }, { 12, 30, 30, 9, 5, 3, 4 } },   /* small ones */
    { { 1, 20, 20, 1, 1, 4, 0 }, { 3, 60, 60, 9, 5, 20, 4 } }, /* large strides */
    { { 1, 5, 5, 10, 1, 1, 0 }, { 1, 9, 9, 1000, 5, 3, 4 } },  /* some channels */
    { { 1, 5, 5, 65, 1, 1, 0 }, { 1, 9, 9, 999, 5, 3, 0 } },
    { { 1, 5, 5, 65, 3, 1, 2 }, { 1, 9, 9, 999, 5, 3, 4 } },
    { { 1, 5, 5, 1821, 1, 1, 0 }, { 1, 7, 7, 2100, 1, 3, 0 } },   /* 1,024 or more; */
    { { 1, 5, 5, 1821, 3, 1, 1 }, { 1, 7, 7, 2100, 3, 3, 1 } },   /* and rows of A */
    { { 1, 5, 5, 1821, 6, 1, 1 }, { 1, 7, 7, 2100, 6, 3, 1 } },   /* beyond 65,535 */
    { { 1, 60, 60, 1, 65, 5, 10 }, { 1, 72, 72, 1, 70, 9, 40 } }, /* 4,096 pixels of a kernel */
    { { 1, 257, 257, 1, 2, 1, 1 }, { 1, 300, 300, 3, 2, 1, 1 } }, /* beyond 65,535 pixels, */
    { { 1, 1, 65537, 2, 1, 1, 0 }, { 1, 1, 67000, 2, 1, 1, 0 } }, /* columns, */
    { { 1, 1, 65537, 2, 3, 1, 1 }, { 1, 1, 67000, 2, 3, 1, 1 } },
    { { 1, 65537, 1, 2, 1, 1, 0 }, { 1, 67000, 1, 2, 1, 1, 0 } }, /* rows, */
    { { 1, 65537, 1, 2, 3, 1, 1 }, { 1, 67000, 1, 2, 3, 1, 1 } },
    { { 65, 5, 5, 2, 1, 1, 0 }, { 300, 7, 7, 2, 5, 3, 4 } }, /* images */
    { { 65537, 2, 3, 2, 1, 1, 0 }, { 67000, 2, 3, 2, 1, 1, 0 } },
    { { 65537, 2, 3, 2, 2, 1, 0 }, { 67000, 2, 3, 2, 2, 1, 0 } },
    { { 1, 163, 163, 13, 7, 1, 3 }, { 1, 168, 168, 13, 7, 1, 3 } },   /* 65,535 x 256 numbers */
    { { 1, 1460, 1460, 1, 1, 1, 0 }, { 1, 1500, 1500, 1, 1, 1, 0 } }, /* and as many pixels */
    { { 1, 130, 130, 900, 1, 1, 0 }, { 1, 135, 135, 999, 1, 1, 0 } }, /* of many channels */
};
#define DRAWS ((int)(sizeof(classes) / sizeof(*classes)))

static struct shape draw(int which, long long, struct random *random)
{
    const int *least = classes[which].least, *most = classes[which].most;
    int i[7];

    for (int j = 0; j < PADDING; j++)
        i[j] = (int)(j == CHANNELS ? random_size(random, least[j], most[j])
                                   : random_between(random, least[j], most[j]));
    i[PADDING] = (int)random_between(random, least[PADDING],
                                     most[PADDING] < i[KERNEL] ? most[PADDING] : i[KERNEL] - 1);
    return image(i[BATCH], i[HEIGHT], i[WIDTH], i[CHANNELS], i[KERNEL], i[STRIDE], i[PADDING],
                 (int)random_between(random, 0, 3));
}

const struct experiment im2col_experiment = {
    .problem = problem,
    .compare = compare,
    .awkward = awkward,
    .grids = grids,
    .draw = draw,
    .draws = DRAWS,
    .quick_draws = DRAWS - 3, /* without the largest */
};
