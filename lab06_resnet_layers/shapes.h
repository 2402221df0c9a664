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
 * shortcut that expands them, too (in conv2 of the same shape as the other). */
#define LAYERS     20
#define ALL_LAYERS 53

static const struct layer_shape layers[LAYERS] = {
    { 12544, 64, 147, 1, "conv1 7x7" },      { 3136, 64, 64, 1, "conv2 first" },
    { 3136, 64, 576, 3, "conv2 3x3" },       { 3136, 256, 64, 4, "conv2 expand" },
    { 3136, 64, 256, 2, "conv2 reduce" },    { 3136, 128, 256, 1, "conv3 first" },
    { 784, 128, 1152, 4, "conv3 3x3" },      { 784, 512, 128, 4, "conv3 expand" },
    { 784, 512, 256, 1, "conv3 shortcut" },  { 784, 128, 512, 3, "conv3 reduce" },
    { 784, 256, 512, 1, "conv4 first" },     { 196, 256, 2304, 6, "conv4 3x3" },
    { 196, 1024, 256, 6, "conv4 expand" },   { 196, 1024, 512, 1, "conv4 shortcut" },
    { 196, 256, 1024, 5, "conv4 reduce" },   { 196, 512, 1024, 1, "conv5 first" },
    { 49, 512, 4608, 3, "conv5 3x3" },       { 49, 2048, 512, 3, "conv5 expand" },
    { 49, 2048, 1024, 1, "conv5 shortcut" }, { 49, 512, 2048, 2, "conv5 reduce" },
};

/* An image of 512 x 512 is 64 x 64 pixels here, with 320 channels; three times these are halved,
 * and the channels become 640, 1280 and 1280. Convolutions of 3x3; shortcuts; and attention, in
 * which each pixel is compared with all (scores, for each of 8 heads) and gets a mean of all
 * (values); wide and narrow: its two layers with 8 and 4 times as many channels. Left out: what is
 * less than 0.2 % of the operations, as the text. These are 789.4 of 803.2 GFLOP. */
#define UNET_LAYERS     38
#define ALL_UNET_LAYERS 376

static const struct layer_shape unet_layers[UNET_LAYERS] = {
    { 4096, 320, 2880, 7, "64x64 3x3" },      { 4096, 640, 5760, 1, "64x64 3x3" },
    { 4096, 320, 5760, 2, "64x64 3x3" },      { 4096, 320, 8640, 1, "64x64 3x3" },
    { 4096, 320, 640, 2, "64x64 shortcut" },  { 4096, 320, 960, 1, "64x64 shortcut" },
    { 4096, PIXELS, 40, 40, "64x64 scores" }, { 4096, 320, 320, 40, "64x64 projection" },
    { 4096, 2560, 320, 5, "64x64 wide" },     { 4096, 320, 1280, 5, "64x64 narrow" },
    { 4096, 40, PIXELS, 40, "64x64 values" }, { 1024, 320, 2880, 1, "32x32 3x3" },
    { 1024, 640, 2880, 1, "32x32 3x3" },      { 1024, 640, 5760, 6, "32x32 3x3" },
    { 1024, 640, 8640, 1, "32x32 3x3" },      { 1024, 1280, 11520, 1, "32x32 3x3" },
    { 1024, 640, 11520, 1, "32x32 3x3" },     { 1024, 640, 17280, 1, "32x32 3x3" },
    { 1024, 640, 1280, 1, "32x32 shortcut" }, { 1024, 640, 1920, 1, "32x32 shortcut" },
    { 1024, PIXELS, 80, 40, "32x32 scores" }, { 1024, 640, 640, 40, "32x32 projection" },
    { 1024, 5120, 640, 5, "32x32 wide" },     { 1024, 80, PIXELS, 40, "32x32 values" },
    { 1024, 640, 2560, 5, "32x32 narrow" },   { 256, 640, 5760, 1, "16x16 3x3" },
    { 256, 1280, 5760, 1, "16x16 3x3" },      { 256, 1280, 11520, 7, "16x16 3x3" },
    { 256, 1280, 17280, 1, "16x16 3x3" },     { 256, 1280, 23040, 2, "16x16 3x3" },
    { 256, 1280, 2560, 2, "16x16 shortcut" }, { 256, 1280, 1280, 40, "16x16 projection" },
    { 256, 10240, 1280, 5, "16x16 wide" },    { 256, 1280, 5120, 5, "16x16 narrow" },
    { 64, 1280, 11520, 12, "8x8 3x3" },       { 64, 1280, 23040, 3, "8x8 3x3" },
    { 64, 1280, 1280, 8, "8x8 projection" },  { 64, 10240, 1280, 1, "8x8 wide" },
};

struct shapes {
    const char *name, *title;
    int usual; /* side of the image that m is for */
    int count, all;
    const struct layer_shape *layers;
};

static const struct shapes all_shapes[] = {
    { "resnet50", "ResNet-50", 224, LAYERS, ALL_LAYERS, layers },
    { "unet", "a U-Net", 512, UNET_LAYERS, ALL_UNET_LAYERS, unet_layers },
};

/* Layer 1, 2, ... for images of `side` x `side` pixels. The network halves the side of its image
 * (rounded up) until its usual one has become the layer's; a row of C is a pixel of the output. An
 * attention compares the pixels of one image: with more images there are more of its products. */
static inline struct shape layer_of(const struct shapes *of_net, long long images, long long side,
                                    int layer)
{
    const struct layer_shape *of = &of_net->layers[layer - 1];

    for (int usual = of_net->usual; usual * usual > of->m; usual /= 2)
        side = (side + 1) / 2;
    if (of->n == PIXELS || of->k == PIXELS)
        return { side * side, of->n ? of->n : side * side, of->k ? of->k : side * side };
    return { images * side * side, of->n, of->k };
}

/* draws.cu: shapes drawn anew in each run: layers of other images and batches, whose rows and sums
 * no tile divides; more than 16 x 65,535 rows and 2^24 elements of C; a large one, and two with
 * long sums, of which nothing is a whole number of tiles; whole tiles only, and tall, very tall and
 * wide products of which only the rows are no whole tiles; narrow ones for tiles of each width,
 * tall and wide; the smaller ones of every product; and for halves, which are not always timed,
 * each layer for a small image. */
#define DRAWS 22
struct shape draw_shape(int which, long long size, struct random *random);
