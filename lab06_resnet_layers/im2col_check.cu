/* Lab 6 - exercise 6.3 as an experiment of the engine: its images, and the comparison. im2col only
 * copies, so its output must be equal to the bit. The network times it. */
#include "im2col_check.h"

#include <stdio.h>
#include <stdlib.h>
#include "im2col.h"
#include "resnet_layers.h"

/* ---- images --------------------------------------------------------------------------------- */

/* What stands in shape.own. */
enum { BATCH, HEIGHT, WIDTH, CHANNELS, KERNEL, STRIDE, PADDING };

static struct shape image(int batch, int height, int width, int channels, int kernel, int stride,
                          int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;

    return { batch * rows * cols,
             kernel * kernel * channels,
             0,
             0,
             { batch, height, width, channels, kernel, stride, padding } };
}

/* The output has m rows and n columns. */
static struct problem problem(const struct shape *shape)
{
    const int *i = shape->own;
    struct problem p = {};

    p.m = shape->m;
    p.n = shape->n;
    p.a = array_of(FLOAT32, (size_t)i[BATCH] * i[HEIGHT] * i[WIDTH] * i[CHANNELS]);
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
 * nor even, a stride beyond the kernel, more padding than stride, a kernel as large as the image.
 */
static const struct shape awkward[] = {
    image(2, 13, 11, 3, 3, 2, 1),
    image(1, 30, 29, 3, 7, 2, 3),
    image(2, 9, 10, 5, 3, 1, 1),
    image(3, 7, 6, 8, 1, 2, 0),
    image(2, 5, 8, 17, 1, 1, 0),
    image(1, 10, 13, 2, 2, 3, 0),
    image(2, 4, 3, 2, 5, 1, 4),
    image(1, 1, 1, 1, 1, 1, 0),
    image(1, 6, 5, 1, 5, 1, 0),
    image(1, 40, 50, 4, 3, 1, 1),
    image(2, 9, 8, 64, 3, 2, 1),
    image(1, 7, 9, 64, 1, 1, 0),
    {},
};

/* Drawn anew in each run: small ones; large strides, and between 10 and 1,000 channels; rows of A
 * that are longer than 65,535, and 1,024 channels or more; a kernel of more than 1,024 pixels; more
 * than 65,535 pixels, columns, rows or images, since a grid's y and z end there; without --quick
 * also more than 65,535 x 256 numbers, and as many pixels. */
enum {
    SMALL,
    STRIDES,
    CHANNELS_SOME,
    CHANNELS_MANY = CHANNELS_SOME + 2,
    KERNEL_LARGE = CHANNELS_MANY + 3,
    PIXELS,
    LOW,
    HIGH = LOW + 2,
    IMAGES = HIGH + 2,
    IMAGES_MANY,
    NUMBERS = IMAGES_MANY + 2,
    PIXELS_MANY,
    DRAWS
};

static struct shape draw(int which, long long, struct random *random)
{
    const auto between = [=](int least, int most) {
        return (int)random_between(random, least, most);
    };
    int kernel = between(1, 5), stride = between(1, 3), padding = between(0, kernel - 1);
    int many = between(65537, 67000);

    switch (which) {
    case STRIDES:
        stride = (int)random_size(random, 4, 20);
        return image(between(1, 3), between(20, 60), between(20, 60), between(1, 9), kernel, stride,
                     padding);
    case CHANNELS_SOME:
    case CHANNELS_SOME + 1:
        many = (int)random_size(random, which == CHANNELS_SOME ? 10 : 65, 1000);
        return image(1, between(5, 9), between(5, 9), many, kernel, stride, padding);
    case CHANNELS_MANY: /* 1 x 1, 3 x 3, 6 x 6 */
    case CHANNELS_MANY + 1:
    case CHANNELS_MANY + 2:
        kernel = which == CHANNELS_MANY ? 1 : 3 * (which - CHANNELS_MANY);
        return image(1, between(5, 7), between(5, 7), between(1821, 2100), kernel, stride,
                     kernel > 1);
    case KERNEL_LARGE:
        kernel = between(33, 40);
        return image(1, kernel + between(0, 4), kernel + between(0, 4), between(1, 3), kernel,
                     stride, between(0, 2));
    case PIXELS:
        return image(1, between(257, 300), between(257, 300), between(1, 3), 2, 1, 1);
    case LOW: /* 1 x 1, 3 x 3 */
    case LOW + 1:
        return image(1, 1, many, 2, which == LOW ? 1 : 3, 1, which != LOW);
    case HIGH:
    case HIGH + 1:
        return image(1, many, 1, 2, which == HIGH ? 1 : 3, 1, which != HIGH);
    case IMAGES:
        return image(between(65, 300), between(5, 7), between(5, 7), 2, kernel, stride, padding);
    case IMAGES_MANY: /* 1 x 1, 2 x 2 */
    case IMAGES_MANY + 1:
        return image(many, 2, 3, 2, which - IMAGES_MANY + 1, 1, 0);
    case NUMBERS:
        return image(1, between(163, 168), between(163, 168), 13, 7, 1, 3);
    case PIXELS_MANY:
        return image(1, between(1460, 1500), between(1460, 1500), 1, 1, 1, 0);
    default:
        return image(between(1, 3), between(5, 30), between(5, 30), between(1, 9), kernel, stride,
                     padding);
    }
}

const struct experiment im2col_experiment = {
    .problem = problem,
    .compare = compare,
    .awkward = awkward,
    .draw = draw,
    .draws = DRAWS,
    .quick_draws = NUMBERS,
};
