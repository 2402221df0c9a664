/* Lab 6 - the networks whose layers are multiplied: ResNet-50 (K. He et al., "Deep residual
 * learning for image recognition", 2015; v1.5: the stride of a block sits in its 3x3 convolution).
 */
#ifndef NETWORKS_H
#define NETWORKS_H

/* A convolution as a product (resnet_layers.h): m rows for one image of 224 x 224, n output
 * channels, k = kernel * kernel * input channels; `count` layers of the network have this shape. */
struct gemm_shape {
    int m, n, k, count;
    const char *name;
};

/* The 53 convolutions of ResNet-50 have 20 shapes. A block reduces the channels (1x1), convolves
 * (3x3) and expands (1x1); the first block of a stage has other channels at its entry, and a
 * shortcut that expands them, too (in conv2 of the same shape as the other). */
static const struct gemm_shape resnet50_shapes[] = {
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

/* ---- part B: the networks ------------------------------------------------------------------- */

/* ResNet-18 and ResNet-50 v1.5 (stride in the 3 x 3 convolution), as torchvision has them and with
 * its names. K. He, X. Zhang, S. Ren, J. Sun: Deep residual learning for image recognition, 2016.
 *
 * A network is a list of layers and no more: forward.cu walks it on the device, layers_cpu.c on the
 * CPU. A convolution is followed by its batch norm, then by the sum, then by the ReLU. Channels are
 * multiples of 8. */
enum layer_kind { CONVOLUTION, MAX_POOL, AVERAGE_POOL, FULLY_CONNECTED };

struct layer {
    const char *name; /* of its weights, without ".weight" */
    enum layer_kind kind;
    int kernel, stride, padding;
    int channels; /* that it puts out; 0: as many as go in */
    int from;     /* its input: the output of the layer so many lines above; 1: the last one */
    int add;      /* what is added to its output: that of the layer so many above; 0: nothing */
    int relu;     /* 1: at last, what is negative becomes 0 */
};

/* A block of ResNet-18: two convolutions, and what went in is added to what comes out. A _FIRST one
 * changes the shape, and what went in must follow: that is the downsample. */
#define BASIC(block, channels)                                                                     \
    { block ".conv1", CONVOLUTION, 3, 1, 1, channels, 1, 0, 1 },                                   \
    {                                                                                              \
        block ".conv2", CONVOLUTION, 3, 1, 1, channels, 1, 2, 1                                    \
    }
#define BASIC_FIRST(block, channels, stride)                                                       \
    { block ".downsample.0", CONVOLUTION, 1, stride, 0, channels, 1, 0, 0 },                       \
        { block ".conv1", CONVOLUTION, 3, stride, 1, channels, 2, 0, 1 },                          \
    {                                                                                              \
        block ".conv2", CONVOLUTION, 3, 1, 1, channels, 1, 2, 1                                    \
    }

/* A block of ResNet-50: 1 x 1 to few channels, 3 x 3 among these, 1 x 1 back to four times as many.
 */
#define BOTTLENECK(block, channels)                                                                \
    { block ".conv1", CONVOLUTION, 1, 1, 0, channels, 1, 0, 1 },                                   \
        { block ".conv2", CONVOLUTION, 3, 1, 1, channels, 1, 0, 1 },                               \
    {                                                                                              \
        block ".conv3", CONVOLUTION, 1, 1, 0, 4 * channels, 1, 3, 1                                \
    }
#define BOTTLENECK_FIRST(block, channels, stride)                                                  \
    { block ".downsample.0", CONVOLUTION, 1, stride, 0, 4 * channels, 1, 0, 0 },                   \
        { block ".conv1", CONVOLUTION, 1, 1, 0, channels, 2, 0, 1 },                               \
        { block ".conv2", CONVOLUTION, 3, stride, 1, channels, 1, 0, 1 },                          \
    {                                                                                              \
        block ".conv3", CONVOLUTION, 1, 1, 0, 4 * channels, 1, 3, 1                                \
    }

static const struct layer resnet18_layers[] = {
    { "conv1", CONVOLUTION, 7, 2, 3, 64, 1, 0, 1 },
    { "maxpool", MAX_POOL, 3, 2, 1, 0, 1, 0, 0 },
    BASIC("layer1.0", 64),
    BASIC("layer1.1", 64),
    BASIC_FIRST("layer2.0", 128, 2),
    BASIC("layer2.1", 128),
    BASIC_FIRST("layer3.0", 256, 2),
    BASIC("layer3.1", 256),
    BASIC_FIRST("layer4.0", 512, 2),
    BASIC("layer4.1", 512),
    { "avgpool", AVERAGE_POOL, 0, 1, 0, 0, 1, 0, 0 }, /* over all that is left of the image */
    { "fc", FULLY_CONNECTED, 1, 1, 0, 1000, 1, 0, 0 },
};

static const struct layer resnet50_layers[] = {
    { "conv1", CONVOLUTION, 7, 2, 3, 64, 1, 0, 1 },
    { "maxpool", MAX_POOL, 3, 2, 1, 0, 1, 0, 0 },
    BOTTLENECK_FIRST("layer1.0", 64, 1),
    BOTTLENECK("layer1.1", 64),
    BOTTLENECK("layer1.2", 64),
    BOTTLENECK_FIRST("layer2.0", 128, 2),
    BOTTLENECK("layer2.1", 128),
    BOTTLENECK("layer2.2", 128),
    BOTTLENECK("layer2.3", 128),
    BOTTLENECK_FIRST("layer3.0", 256, 2),
    BOTTLENECK("layer3.1", 256),
    BOTTLENECK("layer3.2", 256),
    BOTTLENECK("layer3.3", 256),
    BOTTLENECK("layer3.4", 256),
    BOTTLENECK("layer3.5", 256),
    BOTTLENECK_FIRST("layer4.0", 512, 2),
    BOTTLENECK("layer4.1", 512),
    BOTTLENECK("layer4.2", 512),
    { "avgpool", AVERAGE_POOL, 0, 1, 0, 0, 1, 0, 0 },
    { "fc", FULLY_CONNECTED, 1, 1, 0, 1000, 1, 0, 0 },
};

#define MAX_LAYERS 64

static const struct network {
    const char *name;
    const struct layer *layers;
    int count;
} networks[] = {
    { "resnet18", resnet18_layers, sizeof(resnet18_layers) / sizeof(*resnet18_layers) },
    { "resnet50", resnet50_layers, sizeof(resnet50_layers) / sizeof(*resnet50_layers) },
};

#endif
