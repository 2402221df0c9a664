#include "layers.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "common/engine/random.h"

const struct network networks[] = {
    { "resnet18", RESNET, { 2, 2, 2, 2 }, 224, 1000, NULL },
    { "resnet50", RESNET_OF_BOTTLENECKS, { 3, 4, 6, 3 }, 224, 1000, NULL },
    { "mobilenet_v2", MOBILENET, {}, 224, 1000, NULL },
    { "digits", DIGITS, {}, 32, 16, "lab06_resnet_layers/network/digits.weights" },
    {},
};

static enum part part_of(const struct step *s)
{
    return s->kind == MAX_POOL || s->kind == AVERAGE_POOL ? POOL
           : s->kind == FULLY_CONNECTED                   ? FC
           : s->kind == DEPTHWISE_CONVOLUTION             ? DEPTHWISE
           : strstr(s->name, "downsample")                ? DOWNSAMPLE
           : s->kernel == 7                               ? CONV_7X7
           : s->kernel == 3                               ? CONV_3X3
                                                          : CONV_1X1;
}

int add_step(struct plan *plan, const char *name, enum kind kind, int from, int kernel, int stride,
             int padding, int channels, int add, int relu)
{
    struct step *s = &plan->steps[plan->count];
    const struct step *before = from < 0 ? NULL : &plan->steps[from];

    snprintf(s->name, sizeof(s->name), "%s%s", plan->block, name);
    s->kind = kind;
    s->kernel = kernel, s->stride = stride, s->padding = padding, s->relu = relu;
    s->part = part_of(s);
    s->batch = plan->batch;
    s->height = before ? before->out_height : plan->image;
    s->width = before ? before->out_width : plan->image;
    s->channels = before ? before->out_channels : 3;
    s->out_height = (s->height + 2 * padding - kernel) / stride + 1;
    s->out_width = (s->width + 2 * padding - kernel) / stride + 1;
    s->out_channels = channels ? channels : s->channels;
    s->outputs = (size_t)s->batch * s->out_height * s->out_width * s->out_channels;
    s->first = !before;
    s->input = before ? before->output : 0;
    s->output = plan->outputs;
    plan->outputs += (s->outputs + GAP + 63) / 64 * 64; /* a multiple of 256 bytes */
    s->adds = add >= 0;
    s->added = s->adds ? plan->steps[add].output : 0;
    if (s->part != POOL) {
        s->k = (long long)kernel * kernel * (s->part == DEPTHWISE ? 1 : s->channels);
        s->weights = (plan->weights + 63) / 64 * 64;
        s->bias = s->weights + s->k * s->out_channels;
        plan->weights = s->bias + s->out_channels;
        size_t columns = (size_t)images_at_once(s) * s->out_height * s->out_width * s->k;
        plan->columns = columns > plan->columns ? columns : plan->columns;
        plan->flops += 2.0 * s->outputs * s->k;
        plan->part_flops[s->part] += 2.0 * s->outputs * s->k;
    }
    return plan->count++;
}

static int add_convolution(struct plan *plan, const char *name, int from, int kernel, int stride,
                           int channels, int add, int relu)
{
    return add_step(plan, name, CONVOLUTION, from, kernel, stride, kernel / 2, channels, add, relu);
}

/* What goes into a block is added to what comes out; where the shape changes, through a convolution
 * of 1 x 1, the downsample. */
static int add_block(struct plan *plan, int from, int stride, int channels)
{
    const int bottleneck = plan->network->family == RESNET_OF_BOTTLENECKS;
    const int wide = bottleneck ? 4 * channels : channels;
    int shortcut = from, x = from;

    if (stride > 1 || plan->steps[from].out_channels != wide)
        shortcut = add_convolution(plan, "downsample.0", from, 1, stride, wide, -1, 0);
    if (!bottleneck) {
        x = add_convolution(plan, "conv1", x, 3, stride, channels, -1, 1);
        return add_convolution(plan, "conv2", x, 3, 1, channels, shortcut, 1);
    }
    x = add_convolution(plan, "conv1", x, 1, 1, channels, -1, 1);
    x = add_convolution(plan, "conv2", x, 3, stride, channels, -1, 1);
    return add_convolution(plan, "conv3", x, 1, 1, wide, shortcut, 1);
}

static int add_resnet(struct plan *plan)
{
    int x = add_convolution(plan, "conv1", -1, 7, 2, 64, -1, 1);

    x = add_step(plan, "maxpool", MAX_POOL, x, 3, 2, 1, 0, -1, 0);
    for (int stage = 0; stage < 4; stage++)
        for (int b = 0; b < plan->network->blocks[stage]; b++) {
            snprintf(plan->block, sizeof(plan->block), "layer%d.%d.", (stage + 1) % 10, b % 100);
            x = add_block(plan, x, stage > 0 && b == 0 ? 2 : 1, 64 << stage);
        }
    plan->block[0] = 0;
    return x;
}

/* Widens the channels, convolves each by itself, narrows them, without a ReLU; what goes in is
 * added where the shape stays. */
static int add_inverted_block(struct plan *plan, int from, int wider, int stride, int channels)
{
    const int in = plan->steps[from].out_channels;
    const int add = stride == 1 && in == channels ? from : -1;
    int x = from;

    if (wider > 1)
        x = add_convolution(plan, "0.0", x, 1, 1, wider * in, -1, 6);
    x = add_step(plan, wider > 1 ? "1.0" : "0.0", DEPTHWISE_CONVOLUTION, x, 3, stride, 1,
                 wider * in, -1, 6);
    return add_convolution(plan, wider > 1 ? "2" : "1", x, 1, 1, channels, add, 0);
}

static int add_mobilenet(struct plan *plan)
{
    static const struct {
        int wider, channels, blocks, stride;
    } stages[] = { { 1, 16, 1, 1 }, { 6, 24, 2, 2 },  { 6, 32, 3, 2 }, { 6, 64, 4, 2 },
                   { 6, 96, 3, 1 }, { 6, 160, 3, 2 }, { 6, 320, 1, 1 } };
    int number = 1, x = add_convolution(plan, "features.0.0", -1, 3, 2, 32, -1, 6);

    for (const auto &stage : stages)
        for (int b = 0; b < stage.blocks; b++) {
            snprintf(plan->block, sizeof(plan->block), "features.%d.conv.", number++ % 100);
            x = add_inverted_block(plan, x, stage.wider, b ? 1 : stage.stride, stage.channels);
        }
    plan->block[0] = 0;
    return add_convolution(plan, "features.18.0", x, 1, 1, 1280, -1, 6);
}

static int add_digits(struct plan *plan)
{
    int x = add_convolution(plan, "conv1", -1, 3, 2, 16, -1, 1);

    x = add_convolution(plan, "conv2", x, 3, 2, 32, -1, 1);
    return add_convolution(plan, "conv3", x, 3, 2, 64, -1, 1);
}

struct plan plan_make(const struct network *network, int image, int batch)
{
    struct plan plan = {};

    plan.network = network;
    plan.image = image;
    plan.batch = batch;
    plan.input = (size_t)batch * image * image * 3;
    int x = network->family == MOBILENET ? add_mobilenet(&plan)
            : network->family == DIGITS  ? add_digits(&plan)
                                         : add_resnet(&plan);
    x = add_step(&plan, "avgpool", AVERAGE_POOL, x, plan.steps[x].out_height, 1, 0, 0, -1, 0);
    add_step(&plan, "fc", FULLY_CONNECTED, x, 1, 1, 0, network->classes, -1, 0);
    return plan;
}

int images_at_once(const struct step *s)
{
    const long long row = s->k > s->out_channels ? s->k : s->out_channels;
    const long long images = (1 << 26) / (row * s->out_height * s->out_width);

    return images < 1 ? 1 : images < s->batch ? images : s->batch;
}

void check_gap(struct check *check, const float *gap)
{
    for (int i = 0; i < GAP; i++) {
        uint32_t bits;
        memcpy(&bits, &gap[i], sizeof(bits));
        if (bits == 0x01010101u * check->poison)
            continue;
        check_fail(check, "wrote outside: float %d past the end of the output", i + 1);
        return;
    }
}

void random_weights(float *weights, const struct plan *plan, unsigned long long seed)
{
#pragma omp parallel for schedule(static)
    for (size_t j = 0; j < plan->weights; j++) /* 25 bits from -1 to 1 - 2^-24 */
        weights[j] = ((int)(random_bits(seed, 0, j) >> 39) - (1 << 24)) * 0x1p-24f;
    for (int i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        if (s->part == POOL)
            continue;
        const int linear = s->part == CONV_1X1 && !s->relu;
        for (size_t j = s->weights; j < s->bias; j++) /* within +- h the variance is h^2 / 3 */
            weights[j] *= sqrtf(3 * (linear ? 1.0f : 2.0f) / s->k);
        for (int c = 0; c < s->out_channels; c++)
            weights[s->bias + c] *= 0.2f;
    }
}
