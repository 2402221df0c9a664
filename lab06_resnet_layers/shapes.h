/* Lab 6 - the products that are timed: the convolutions of ResNet-50 (K. He et al., "Deep residual
 * learning for image recognition", 2015; v1.5: the stride of a block sits in its 3x3 convolution);
 * with --shapes unet those of the U-Net that Stable Diffusion 1 runs in each of its steps (R.
 * Rombach et al., "High-resolution image synthesis with latent diffusion models", 2022). */
#pragma once

#include "common/engine/engine.h" /* struct shape */

/* A convolution as a product (resnet_layers.h): m rows for one image of 224 x 224, n output
 * channels, k = kernel * kernel * input channels; `count` layers of the network have this shape. */
struct layer_shape {
    int m, n, k, count;
    const char *name;
};
#define PIXELS 0 /* n or k that is as large as m, whatever the image */

/* The 53 convolutions of ResNet-50 have 20 shapes. A block reduces the channels (1x1), convolves
 * (3x3) and expands (1x1); the first block of a stage has other channels at its entry, and a
 * shortcut that expands them as well (in conv2 of the same shape as the other). */
#define LAYERS     20
#define ALL_LAYERS 53

static const struct layer_shape layers[LAYERS] = {
    { .m = 12544, .n = 64, .k = 147, .count = 1, .name = "conv1 7x7" },
    { .m = 3136, .n = 64, .k = 64, .count = 1, .name = "conv2 first" },
    { .m = 3136, .n = 64, .k = 576, .count = 3, .name = "conv2 3x3" },
    { .m = 3136, .n = 256, .k = 64, .count = 4, .name = "conv2 expand" },
    { .m = 3136, .n = 64, .k = 256, .count = 2, .name = "conv2 reduce" },
    { .m = 3136, .n = 128, .k = 256, .count = 1, .name = "conv3 first" },
    { .m = 784, .n = 128, .k = 1152, .count = 4, .name = "conv3 3x3" },
    { .m = 784, .n = 512, .k = 128, .count = 4, .name = "conv3 expand" },
    { .m = 784, .n = 512, .k = 256, .count = 1, .name = "conv3 shortcut" },
    { .m = 784, .n = 128, .k = 512, .count = 3, .name = "conv3 reduce" },
    { .m = 784, .n = 256, .k = 512, .count = 1, .name = "conv4 first" },
    { .m = 196, .n = 256, .k = 2304, .count = 6, .name = "conv4 3x3" },
    { .m = 196, .n = 1024, .k = 256, .count = 6, .name = "conv4 expand" },
    { .m = 196, .n = 1024, .k = 512, .count = 1, .name = "conv4 shortcut" },
    { .m = 196, .n = 256, .k = 1024, .count = 5, .name = "conv4 reduce" },
    { .m = 196, .n = 512, .k = 1024, .count = 1, .name = "conv5 first" },
    { .m = 49, .n = 512, .k = 4608, .count = 3, .name = "conv5 3x3" },
    { .m = 49, .n = 2048, .k = 512, .count = 3, .name = "conv5 expand" },
    { .m = 49, .n = 2048, .k = 1024, .count = 1, .name = "conv5 shortcut" },
    { .m = 49, .n = 512, .k = 2048, .count = 2, .name = "conv5 reduce" },
};

/* An image of 512 x 512 is 64 x 64 pixels here, with 320 channels. The side is halved three times,
 * to 640, 1280 and 1280 channels. Convolutions of 3x3; shortcuts; and attention, in which each
 * pixel is compared with all (scores, for each of 8 heads) and gets a mean of all (values); wide
 * and narrow: its layers to 8 and from 4 times the channels. Left out: layers below 0.2 % of the
 * operations, as the text's. These are 789.4 of 803.2 GFLOP. */
#define UNET_LAYERS     38
#define ALL_UNET_LAYERS 376

static const struct layer_shape unet_layers[UNET_LAYERS] = {
    { .m = 4096, .n = 320, .k = 2880, .count = 7, .name = "64x64 3x3" },
    { .m = 4096, .n = 640, .k = 5760, .count = 1, .name = "64x64 3x3" },
    { .m = 4096, .n = 320, .k = 5760, .count = 2, .name = "64x64 3x3" },
    { .m = 4096, .n = 320, .k = 8640, .count = 1, .name = "64x64 3x3" },
    { .m = 4096, .n = 320, .k = 640, .count = 2, .name = "64x64 shortcut" },
    { .m = 4096, .n = 320, .k = 960, .count = 1, .name = "64x64 shortcut" },
    { .m = 4096, .n = PIXELS, .k = 40, .count = 40, .name = "64x64 scores" },
    { .m = 4096, .n = 320, .k = 320, .count = 40, .name = "64x64 projection" },
    { .m = 4096, .n = 2560, .k = 320, .count = 5, .name = "64x64 wide" },
    { .m = 4096, .n = 320, .k = 1280, .count = 5, .name = "64x64 narrow" },
    { .m = 4096, .n = 40, .k = PIXELS, .count = 40, .name = "64x64 values" },
    { .m = 1024, .n = 320, .k = 2880, .count = 1, .name = "32x32 3x3" },
    { .m = 1024, .n = 640, .k = 2880, .count = 1, .name = "32x32 3x3" },
    { .m = 1024, .n = 640, .k = 5760, .count = 6, .name = "32x32 3x3" },
    { .m = 1024, .n = 640, .k = 8640, .count = 1, .name = "32x32 3x3" },
    { .m = 1024, .n = 1280, .k = 11520, .count = 1, .name = "32x32 3x3" },
    { .m = 1024, .n = 640, .k = 11520, .count = 1, .name = "32x32 3x3" },
    { .m = 1024, .n = 640, .k = 17280, .count = 1, .name = "32x32 3x3" },
    { .m = 1024, .n = 640, .k = 1280, .count = 1, .name = "32x32 shortcut" },
    { .m = 1024, .n = 640, .k = 1920, .count = 1, .name = "32x32 shortcut" },
    { .m = 1024, .n = PIXELS, .k = 80, .count = 40, .name = "32x32 scores" },
    { .m = 1024, .n = 640, .k = 640, .count = 40, .name = "32x32 projection" },
    { .m = 1024, .n = 5120, .k = 640, .count = 5, .name = "32x32 wide" },
    { .m = 1024, .n = 80, .k = PIXELS, .count = 40, .name = "32x32 values" },
    { .m = 1024, .n = 640, .k = 2560, .count = 5, .name = "32x32 narrow" },
    { .m = 256, .n = 640, .k = 5760, .count = 1, .name = "16x16 3x3" },
    { .m = 256, .n = 1280, .k = 5760, .count = 1, .name = "16x16 3x3" },
    { .m = 256, .n = 1280, .k = 11520, .count = 7, .name = "16x16 3x3" },
    { .m = 256, .n = 1280, .k = 17280, .count = 1, .name = "16x16 3x3" },
    { .m = 256, .n = 1280, .k = 23040, .count = 2, .name = "16x16 3x3" },
    { .m = 256, .n = 1280, .k = 2560, .count = 2, .name = "16x16 shortcut" },
    { .m = 256, .n = 1280, .k = 1280, .count = 40, .name = "16x16 projection" },
    { .m = 256, .n = 10240, .k = 1280, .count = 5, .name = "16x16 wide" },
    { .m = 256, .n = 1280, .k = 5120, .count = 5, .name = "16x16 narrow" },
    { .m = 64, .n = 1280, .k = 11520, .count = 12, .name = "8x8 3x3" },
    { .m = 64, .n = 1280, .k = 23040, .count = 3, .name = "8x8 3x3" },
    { .m = 64, .n = 1280, .k = 1280, .count = 8, .name = "8x8 projection" },
    { .m = 64, .n = 10240, .k = 1280, .count = 1, .name = "8x8 wide" },
};

struct shapes_of_net {
    const char *name, *title;
    int usual; /* side of the image that m is for */
    int count, all;
    const struct layer_shape *layers;
};

static const struct shapes_of_net all_shapes[] = {
    { .name = "resnet50",
      .title = "ResNet-50",
      .usual = 224,
      .count = LAYERS,
      .all = ALL_LAYERS,
      .layers = layers },
    { .name = "unet",
      .title = "a U-Net",
      .usual = 512,
      .count = UNET_LAYERS,
      .all = ALL_UNET_LAYERS,
      .layers = unet_layers },
};

/* What shape.own points to, if the shape is a layer's. */
struct layer {
    int number; /* from 1 */
};

static inline int number_of(const struct shape *shape)
{
    return shape->own ? ((const struct layer *)shape->own)->number : 0;
}

/* Layer 1, 2, ... for images of `side` x `side` pixels. The network halves the side of its image
 * (rounded up) until its usual one has become the layer's; a row of C is a pixel of the output. An
 * attention compares the pixels of one image: with more images there are more of its products. */
static inline struct shape layer_of(const struct shapes_of_net *of_net, long long images,
                                    long long side, int layer)
{
    static struct layer numbers[UNET_LAYERS + 1];
    const struct layer_shape *of = &of_net->layers[layer - 1];

    numbers[layer].number = layer;
    for (int usual = of_net->usual; usual * usual > of->m; usual /= 2)
        side = (side + 1) / 2;
    if (of->n == PIXELS || of->k == PIXELS)
        return { .m = side * side,
                 .n = of->n ? of->n : side * side,
                 .k = of->k ? of->k : side * side,
                 .own = &numbers[layer] };
    return { .m = images * side * side, .n = of->n, .k = of->k, .own = &numbers[layer] };
}

/* draws.cu: shapes drawn anew in each run: a tall and a flat one that no tile divides; more than
 * 16 x 65,535 rows and 2^24 elements of C; a large one and two with long sums, without a whole
 * number of tiles; whole tiles only; tall, very tall and wide ones where only the rows are no whole
 * tiles; narrow ones for tiles of each width, tall and wide; the first four of gemm_draw; and for
 * halves, which are not always timed, each layer for a small image. */
#define DRAWS 22
struct shape draw_shape(int which, long long size, struct random *random);
