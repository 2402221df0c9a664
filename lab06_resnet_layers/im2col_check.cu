/* Lab 6 - exercise 6.3 as an experiment of the engine: its images, and the comparison. im2col only
 * copies, so its output must be equal to the bit. The network times it. */
#include "im2col.h"

#include "resnet_layers.h"

/* ---- images --------------------------------------------------------------------------------- */

/* What shape.own points to: images, and the kernel that goes over them. */
struct layer_image {
    int batch = 1, height = 1, width = 1, channels = 1;
    int kernel = 1, stride = 1, pad = 0;
    int skip = 0; /* numbers past a multiple of 256 bytes; 4 times as many if 4 | channels */
};

static const struct layer_image *image_of(const struct problem *p)
{
    return (const struct layer_image *)p->shape.own;
}

/* The output has m rows and n columns. */
static struct shape shape_with(const struct layer_image *i)
{
    int rows = (i->height + 2 * i->pad - i->kernel) / i->stride + 1;
    int cols = (i->width + 2 * i->pad - i->kernel) / i->stride + 1;

    return { .m = (long long)i->batch * rows * cols,
             .n = (long long)i->kernel * i->kernel * i->channels,
             .own = i };
}

static void problem(struct problem *p)
{
    const struct layer_image *i = image_of(p);

    p->m = p->shape.m;
    p->n = p->shape.n;
    p->a = array_of(FLOAT32, (size_t)i->batch * i->height * i->width * i->channels);
    p->a.skip = i->channels % 4 ? i->skip : 4 * i->skip;
    p->c = array_of(FLOAT32, p->m * p->n);
    p->a.device_name = "d_image";
    p->c.device_name = "d_columns";
    snprintf(p->label, sizeof(p->label), _("%d x %d x %d x %d, kernel %d, stride %d, padding %d"),
             i->batch, i->height, i->width, i->channels, i->kernel, i->stride, i->pad);
}

void im2col_run(const struct problem *p)
{
    const struct layer_image *i = image_of(p);

    LAUNCH(resnet_layers_ex63(p->c.f32, p->a.f32, i->batch, i->height, i->width, i->channels,
                              i->kernel, i->stride, i->pad));
}

static void name_column(char *text, size_t size, size_t at, const void *image)
{
    const struct layer_image *i = (const struct layer_image *)image;
    int channel = at % i->channels, kw = at / i->channels % i->kernel;
    int kh = at / i->channels / i->kernel % i->kernel;
    size_t row = at / i->channels / i->kernel / i->kernel;

    snprintf(text, size, _("row %zu, (kh, kw, channel) = (%d, %d, %d)"), row, kh, kw, channel);
}

static void compare(struct check *check, const struct problem *p)
{
    const struct layer_image *i = image_of(p);
    float *want = (float *)host_memory(p->c.bytes);

    im2col(want, (const float *)p->a.host, i->batch, i->height, i->width, i->channels, i->kernel,
           i->stride, i->pad);
    check_output(check, (const float *)p->c.host, want, p->c.count, 0, 0, name_column, i);
    free(want);
}

/* The convolutions of a ResNet, small, and what is easily forgotten: images that are neither square
 * nor even, a stride beyond the kernel, more padding than stride, a kernel as large as the image,
 * kernels side by side, which make A as large as the image. */
static const struct layer_image awkward[] = {
    { .batch = 2, .height = 13, .width = 11, .channels = 3, .kernel = 3, .stride = 2, .pad = 1 },
    { .height = 30, .width = 29, .channels = 3, .kernel = 7, .stride = 2, .pad = 3, .skip = 1 },
    { .batch = 2, .height = 9, .width = 10, .channels = 5, .kernel = 3, .pad = 1, .skip = 2 },
    { .batch = 3, .height = 7, .width = 6, .channels = 8, .stride = 2, .skip = 1 },
    { .batch = 2, .height = 5, .width = 8, .channels = 17 },
    { .height = 10, .width = 13, .channels = 2, .kernel = 2, .stride = 3, .skip = 3 },
    { .batch = 2, .height = 4, .width = 3, .channels = 2, .kernel = 5, .pad = 4 },
    { .batch = 1 }, /* one number */
    { .height = 6, .width = 5, .kernel = 5 },
    { .batch = 2, .height = 6, .width = 8, .channels = 3, .kernel = 2, .stride = 2 },
    { .height = 40, .width = 50, .channels = 4, .kernel = 3, .pad = 1, .skip = 3 },
    { .batch = 2, .height = 9, .width = 8, .channels = 64, .kernel = 3, .stride = 2, .pad = 1 },
    { .height = 7, .width = 9, .channels = 64 },
    /* each differs from the one before in one number: is anything kept? */
    { .height = 9, .width = 12, .channels = 3, .kernel = 3, .pad = 1 },
    { .height = 9, .width = 13, .channels = 3, .kernel = 3, .pad = 1 },
    { .height = 11, .width = 13, .channels = 3, .kernel = 3, .pad = 1 },
    { .height = 11, .width = 13, .channels = 3, .kernel = 3, .stride = 2, .pad = 1 },
    { .height = 11, .width = 13, .channels = 3, .kernel = 3, .stride = 2 },
    { .batch = 2, .height = 11, .width = 13, .channels = 3, .kernel = 3, .stride = 2 },
    { .batch = 2, .height = 11, .width = 13, .channels = 2, .kernel = 3, .stride = 2 },
    { .batch = 2, .height = 11, .width = 13, .channels = 2, .kernel = 2, .stride = 2 },
};

/* More than 128 x 65,535 images, rows, columns and channels; 256 x 65,535 pixels of a kernel,
 * around one of an image: a GPU runs these, and a loop over both must end. */
#define LONG (65536 * 128 + 129)
static const struct layer_image grids[] = {
    { .batch = LONG },
    { .height = LONG },
    { .width = LONG },
    { .channels = LONG },
    { .kernel = 4101, .pad = 2050 },
};

/* Drawn anew in each run, from the least to the most. A grid's y and z end at 65,535. */
enum { BATCH, HEIGHT, WIDTH, CHANNELS, KERNEL, STRIDE, PADDING, NUMBERS };

static const struct class_of_images {
    int least[NUMBERS], most[NUMBERS];
} classes[] = {
    /* batch, height, width, channels, kernel, stride, padding */
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
    /* and of many channels: i / channels by the high word of i * (2^32 / channels + 1) is wrong for
     * each of these ten, whereas a quarter of those from 900 to 999 would let it pass */
    { { 1, 130, 130, 970, 1, 1, 0 }, { 1, 135, 135, 979, 1, 1, 0 } },
};
#define DRAWS ((int)(sizeof(classes) / sizeof(*classes)))

static struct shape draw(int which, long long, struct random *random)
{
    const int *least = classes[which].least, *most = classes[which].most;
    static struct layer_image image;
    int n[NUMBERS];

    for (int j = 0; j < PADDING; j++)
        n[j] = (int)(j == CHANNELS ? random_size(random, least[j], most[j])
                                   : random_between(random, least[j], most[j]));
    n[PADDING] = (int)random_between(random, least[PADDING],
                                     most[PADDING] < n[KERNEL] ? most[PADDING] : n[KERNEL] - 1);
    image = { n[BATCH],  n[HEIGHT], n[WIDTH],   n[CHANNELS],
              n[KERNEL], n[STRIDE], n[PADDING], (int)random_between(random, 0, 3) };
    return shape_with(&image);
}

struct shape im2col_like_largest(struct random *random)
{
    static struct layer_image image;

    image = { .height = (int)random_between(random, 30, 49),
              .width = (int)random_between(random, 30, 49),
              .channels = 4 * (int)random_between(random, 1, 2),
              .kernel = 3,
              .pad = 1 };
    return shape_with(&image);
}

/* The shapes of `count` images, and one that is all 0; for the whole run. */
static const struct shape *shapes_of(const struct layer_image *images, int count)
{
    struct shape *shapes = new struct shape[count + 1](); /* all 0 */

    for (int i = 0; i < count; i++)
        shapes[i] = shape_with(&images[i]);
    return shapes;
}

#define SHAPES_OF(table) shapes_of(table, sizeof(table) / sizeof(*table))

const struct experiment im2col_experiment = {
    .problem = problem,
    .compare = compare,
    .shapes = { .awkward = SHAPES_OF(awkward),
                .grids = SHAPES_OF(grids),
                .draw = draw,
                .draws = DRAWS,
                .quick_draws = DRAWS - 3, /* without the largest */
                .own_bytes = sizeof(struct layer_image) },
};
