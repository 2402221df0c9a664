/* Lab 6 - is im2col (exercise 6.3) right? It copies, so its output must be equal to the bit. It is
 * only checked here, at small images with ragged edges; network/ times it in a whole network. */
#include "common/experiment.h"
#include "im2col_check.h"
#include "resnet_layers.h"

struct convolution {
    int batch, height, width, channels, kernel, stride, padding;
};

/* The convolutions of a ResNet, small, and some to be wrong at: neither square nor even, a stride
 * beyond the kernel, more padding than stride, a kernel as large as the image. */
static const struct convolution ragged_images[RAGGED_IMAGES] = {
    { 2, 13, 11, 3, 3, 2, 1 }, { 1, 30, 29, 3, 7, 2, 3 }, { 2, 9, 10, 5, 3, 1, 1 },
    { 3, 7, 6, 8, 1, 2, 0 },   { 2, 5, 8, 17, 1, 1, 0 },  { 1, 10, 13, 2, 2, 3, 0 },
    { 2, 4, 3, 2, 5, 1, 4 },   { 1, 1, 1, 1, 1, 1, 0 },   { 1, 6, 5, 1, 5, 1, 0 },
    { 1, 40, 50, 4, 3, 1, 1 },
};

static void output_size(const struct convolution *c, int *rows, int *cols)
{
    *rows = (c->height + 2 * c->padding - c->kernel) / c->stride + 1;
    *cols = (c->width + 2 * c->padding - c->kernel) / c->stride + 1;
}

void run_im2col(const struct problem *p)
{
    const struct convolution *c = &ragged_images[p->part - 1];

    resnet_layers_ex63(p->c.device, p->a.device, c->batch, c->height, c->width, c->channels,
                       c->kernel, c->stride, c->padding);
}

static void name_column(char *text, size_t size, size_t i, const void *convolution)
{
    const struct convolution *c = (const struct convolution *)convolution;
    int channel = i % c->channels, kw = i / c->channels % c->kernel;
    int kh = i / c->channels / c->kernel % c->kernel;
    size_t row = i / c->channels / c->kernel / c->kernel;

    snprintf(text, size, "row %zu, (kh, kw, channel) = (%d, %d, %d)", row, kh, kw, channel);
}

void check_im2col(struct check *check, const struct problem *p)
{
    check_output(check, p->c.host, p->want, p->c.count, 0, 0, name_column,
                 &ragged_images[p->part - 1]);
}

struct problem make_ragged_image(int i, unsigned long long seed)
{
    const struct convolution *c = &ragged_images[i];
    static char label[48];
    int rows, cols;

    output_size(c, &rows, &cols);
    struct problem p =
        problem_make(c->batch * rows * cols, c->kernel * c->kernel * c->channels, 0,
                     c->batch * c->height * c->width * c->channels, 0,
                     (size_t)c->batch * rows * cols * c->kernel * c->kernel * c->channels);
    random_uniform(p.a.host, p.a.count, seed, 0);
    resnet_layers_columns(p.want, p.a.host, c->batch, c->height, c->width, c->channels, c->kernel,
                          c->stride, c->padding);
    snprintf(label, sizeof(label), "%d x %d x %d x %d, kernel %d, stride %d, padding %d", c->batch,
             c->height, c->width, c->channels, c->kernel, c->stride, c->padding);
    p.label = label;
    p.part = i + 1;
    return p;
}
