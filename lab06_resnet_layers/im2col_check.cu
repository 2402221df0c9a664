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
    {},
};

/* Drawn anew in each run: small ones, many channels, more than 65,535 pixels, long and low ones,
 * many images; without --quick also more than 65,535 x 256 numbers, and as many pixels. */
enum { SMALL, CHANNELS_MANY, PIXELS, LOW, IMAGES, NUMBERS, PIXELS_MANY, DRAWS };

static struct shape draw(int which, long long, struct random *random)
{
    const auto between = [=](int least, int most) {
        return (int)random_between(random, least, most);
    };
    int kernel = between(1, 5), stride = between(1, 3), padding = between(0, kernel - 1);

    switch (which) {
    case CHANNELS_MANY:
        return image(1, between(5, 9), between(5, 9), between(131, 600), kernel, stride, padding);
    case PIXELS:
        return image(1, between(257, 300), between(257, 300), between(1, 3), 2, 1, 1);
    case LOW:
        return image(1, 1, between(65537, 70000), 2, 1, 1, 0);
    case IMAGES:
        return image(between(65, 300), between(5, 7), between(5, 7), 2, kernel, stride, padding);
    case NUMBERS:
        return image(1, between(165, 180), between(165, 180), 13, 7, 1, 3);
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
