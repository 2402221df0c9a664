/* Lab 6 - the products that are timed: the convolutions of ResNet-50 (K. He et al., "Deep residual
 * learning for image recognition", 2015; v1.5: the stride of a block sits in its 3x3 convolution).
 */
#ifndef SHAPES_H
#define SHAPES_H

/* A convolution as a product (resnet_layers.h): m rows for one image of 224 x 224, n output
 * channels, k = kernel * kernel * input channels; `count` layers of the network have this shape. */
struct layer_shape {
    int m, n, k, count;
    const char *name;
};

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

#endif
