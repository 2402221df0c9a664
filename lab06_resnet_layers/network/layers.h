/* The layers of a network, and how its arrays lie in memory. All are float32, row-major: images are
 * [image][row][column][channel], weights [kh][kw][channel in][channel out], the right factor B of
 * the product in resnet_layers.h; a depthwise layer has one channel in. Each convolution has its
 * batch norm in its weights and its bias. */
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include "common/engine/check.h"

#define MOST_CLASSES 1000
#define MAX_STEPS    64
#define GAP          1024 /* floats that nobody may write: four blocks of 256 threads */

/* DEPTHWISE: of each channel by itself: channel c of the output comes from channel c alone. */
enum kind { CONVOLUTION, DEPTHWISE_CONVOLUTION, MAX_POOL, AVERAGE_POOL, FULLY_CONNECTED };

/* Where the time goes. */
enum part { CONV_7X7, CONV_3X3, CONV_1X1, DEPTHWISE, DOWNSAMPLE, POOL, FC, ELEMENTWISE, PARTS };

/* K. He, X. Zhang, S. Ren, J. Sun: Deep residual learning for image recognition, 2016. A block is
 * two convolutions of 3 x 3, or a bottleneck: 1 x 1 to few channels, 3 x 3 among these (with the
 * stride, as in torchvision), 1 x 1 to four times as many.
 * M. Sandler, A. Howard, M. Zhu, A. Zhmoginov, L.-C. Chen: MobileNetV2, 2018: 1 x 1 to six times as
 * many channels, a depthwise 3 x 3, 1 x 1 to few channels again.
 * Of the kit itself, with its weights (digits.py): three convolutions that recognise a digit;
 * the last six of its 16 classes never occur. */
enum family { RESNET, RESNET_OF_BOTTLENECKS, MOBILENET, DIGITS };
struct network {
    const char *name;
    enum family family;
    int blocks[4];       /* of the four stages of a ResNet */
    int side, classes;   /* of the images that it was made for, and what it tells apart */
    const char *trained; /* its weights, in the kit; NULL: there are none */
};

/* A layer at the size that it has in a run. After a convolution come bias, sum and ReLU. */
struct step {
    char name[48]; /* as in torchvision: layer1.0.conv2 */
    enum kind kind;
    enum part part;
    int batch, height, width, channels; /* of its input */
    int kernel, stride, padding;
    int relu; /* 0: none; 1: no output is below 0; 6: nor above 6, as in MobileNetV2 */
    int out_height, out_width, out_channels;
    int adds;                    /* another layer's output is added to its own */
    int first;                   /* reads the image, and not another layer's output */
    size_t input, output, added; /* where these begin among the outputs of all layers */
    size_t outputs;              /* floats that it puts out */
    size_t weights, bias;        /* where these begin among all weights; pools have none */
    long long k; /* length of its dot products: kernel^2 x channels, kernel^2 of a depthwise one,
                  * 0 of a pool */
};

/* A network at an image size and a batch. All outputs are kept, so that each can be checked. After
 * each is a gap of GAP floats. */
struct plan {
    const struct network *network;
    struct step steps[MAX_STEPS];
    char block[24]; /* what the names of the layers to come begin with */
    int count, image, batch;
    size_t input;                    /* floats: batch x image x image x 3 */
    size_t outputs;                  /* floats: the outputs of all layers, the gaps */
    size_t weights;                  /* floats: of all layers, weights and bias of each in turn */
    size_t columns;                  /* floats that im2col needs at a time */
    double flops, part_flops[PARTS]; /* 2 for every multiply-add of the convolutions and of fc */
};

extern const struct network networks[]; /* the last one has no name */

struct plan plan_make(const struct network *network, int image, int batch);

/* Adds a layer that reads the output of step `from` (-1: the input) and adds that of step `add` to
 * its own (-1: none). Returns its number. channels: that it puts out; 0: as many as go in. */
int add_step(struct plan *plan, const char *name, enum kind kind, int from, int kernel, int stride,
             int padding, int channels, int add, int relu);

/* A gap must still be poison. */
void check_gap(struct check *check, const float *gap);

/* Weights of a seed after He's rule: a ReLU halves the power of its input, and weights of variance
 * 2 / k make up for it; 1 / k where MobileNetV2 has none. */
void random_weights(float *weights, const struct plan *plan, unsigned long long seed);

/* How many images of the batch go through im2col and product at a time: all, or fewer where the
 * matrix would have more than 2^26 elements (256 MB). */
int images_at_once(const struct step *step);

/* What a layer reads. */
static inline const float *input_of(const struct step *step, const float *outputs,
                                    const float *image)
{
    return step->first ? image : outputs + step->input;
}

/* ---- on the CPU (layers_cpu.cu) ------------------------------------------------------------- */

/* What a GPU has to beat: the network on all cores, im2col and product. ms: what each part took. */
void forward_cpu(const struct plan *plan, float *outputs, const float *image, const float *weights,
                 double ms[PARTS]);

/* What is right: element i of a layer's output, from the outputs of the layers before it; plain
 * loops, sums in double. */
double reference_at(const struct step *step, const float *outputs, const float *image,
                    const float *weights, size_t i);

/* ---- on the device (layers_device.cu) ------------------------------------------------------- */

typedef void product(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);

/* Starts every layer, one after the other, and does not wait. multiply: the product after the
 * student's im2col; NULL: the direct convolution. events: one before and one after each layer
 * without its bias, sum and ReLU, and one at the end; or NULL. After the outputs there is room for
 * two of im2col's matrices: the current layer's, and the first layer's, which is kept. */
void forward_device(const struct plan *plan, float *d_outputs, const float *d_image,
                    const float *d_weights, product *multiply, cudaEvent_t *events);
