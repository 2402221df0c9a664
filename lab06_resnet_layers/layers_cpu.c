/* Lab 6, part B - the layers on the CPU: the reference, and the opponent on all cores. */
#include "layers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../common/gemm_cpu.h"
#include "../common/timing.h"

/* ---- the plan ------------------------------------------------------------------------------- */

static enum part part_of(const struct layer *layer)
{
    if (layer->kind == MAX_POOL || layer->kind == AVERAGE_POOL)
        return POOL;
    if (layer->kind == FULLY_CONNECTED)
        return FC;
    if (strstr(layer->name, "downsample"))
        return DOWNSAMPLE;
    return layer->kernel == 7 ? CONV_7X7 : layer->kernel == 3 ? CONV_3X3 : CONV_1X1;
}

int has_weights(const struct step *step)
{
    return step->layer->kind == CONVOLUTION || step->layer->kind == FULLY_CONNECTED;
}

/* What step i takes from the layer `back` lines above it; above the first one is the image. */
static const struct step *above(const struct plan *plan, int i, int back)
{
    return back <= i ? &plan->steps[i - back] : NULL;
}

static struct step step_make(const struct plan *plan, int i)
{
    const struct layer *layer = &plan->network->layers[i];
    const struct step *from = above(plan, i, layer->from), *add = above(plan, i, layer->add);
    struct step s = { .layer = layer, .part = part_of(layer), .batch = plan->batch };
    int all = layer->kind == AVERAGE_POOL;

    s.kernel = layer->kernel, s.stride = layer->stride, s.padding = layer->padding;
    s.relu = layer->relu;
    s.height = from ? from->out_height : plan->image;
    s.width = from ? from->out_width : plan->image;
    s.channels = from ? from->out_channels : 3;
    s.out_height = all ? 1 : (s.height + 2 * s.padding - s.kernel) / s.stride + 1;
    s.out_width = all ? 1 : (s.width + 2 * s.padding - s.kernel) / s.stride + 1;
    s.out_channels = layer->channels ? layer->channels : s.channels;
    s.input = from ? from->output : 0;
    s.added = layer->add && add ? add->output : 0;
    s.outputs = (size_t)s.batch * s.out_height * s.out_width * s.out_channels;
    s.k = has_weights(&s) ? (long long)layer->kernel * layer->kernel * s.channels : 0;
    return s;
}

struct plan plan_make(const struct network *network, int image, int batch)
{
    struct plan plan = { .network = network, .count = network->count };

    plan.image = image;
    plan.batch = batch;
    plan.outputs = plan.input = (size_t)batch * image * image * 3;
    for (int i = 0; i < plan.count; i++) {
        struct step *s = &plan.steps[i];
        *s = step_make(&plan, i);
        s->output = (plan.outputs + 63) / 64 * 64; /* at a multiple of 256 bytes */
        s->weights = plan.weights;
        s->bias = s->weights + s->k * s->out_channels;
        plan.outputs = s->output + s->outputs;
        plan.weights = s->bias + (has_weights(s) ? s->out_channels : 0);
        size_t columns = (size_t)images_at_once(s) * s->out_height * s->out_width * s->k;
        if (columns > plan.columns)
            plan.columns = columns;
        if (s->outputs > plan.largest_output)
            plan.largest_output = s->outputs;
        plan.flops += 2.0 * s->outputs * s->k;
    }
    return plan;
}

void describe_step(char *text, size_t size, const struct step *step)
{
    const struct layer *layer = step->layer;

    if (layer->kernel < 2 && layer->kind != CONVOLUTION)
        snprintf(text, size, "%s", layer->name);
    else
        snprintf(text, size, "%s (%dx%d, stride %d)", layer->name, layer->kernel, layer->kernel,
                 layer->stride);
}

int images_at_once(const struct step *s)
{
    const long long row = s->k > s->out_channels ? s->k : s->out_channels;
    const long long images = (1 << 26) / (row * s->out_height * s->out_width);

    return images < 1 ? 1 : images < s->batch ? images : s->batch;
}

/* ---- what is right -------------------------------------------------------------------------- */

/* Pixel (h, w) of image b, channel c; 0 outside. */
static double pixel(const struct step *s, const float *input, int b, int h, int w, int c)
{
    if (h < 0 || h >= s->height || w < 0 || w >= s->width)
        return 0;
    return input[(((size_t)b * s->height + h) * s->width + w) * s->channels + c];
}

/* One number of a convolution with channel o of the weights: out x in x kh x kw, as in the file. */
static double convolve_at(const struct step *s, const float *input, const float *weights, int b,
                          int oh, int ow, int o)
{
    const int kernel = s->kernel, h0 = oh * s->stride - s->padding,
              w0 = ow * s->stride - s->padding;
    double sum = 0;

    weights += (size_t)o * s->k;
    for (int kh = 0; kh < kernel; kh++)
        for (int kw = 0; kw < kernel; kw++)
            for (int c = 0; c < s->channels; c++)
                sum += weights[(c * kernel + kh) * kernel + kw] *
                       pixel(s, input, b, h0 + kh, w0 + kw, c);
    return sum;
}

static double pool_at(const struct step *s, const float *input, int b, int oh, int ow, int c)
{
    double most = -INFINITY, sum = 0;

    if (s->layer->kind == AVERAGE_POOL) {
        for (int h = 0; h < s->height; h++)
            for (int w = 0; w < s->width; w++)
                sum += pixel(s, input, b, h, w, c);
        return sum / s->height / s->width;
    }
    for (int kh = 0; kh < s->kernel; kh++)
        for (int kw = 0; kw < s->kernel; kw++) {
            int h = oh * s->stride - s->padding + kh, w = ow * s->stride - s->padding + kw;
            if (h >= 0 && h < s->height && w >= 0 && w < s->width) /* outside lies nothing, not 0 */
                most = fmax(most, pixel(s, input, b, h, w, c));
        }
    return most;
}

/* Element i of what a layer puts out. */
static double reference_at(const struct step *s, const float *outputs, size_t i,
                           const struct tensor *weight, const struct tensor *bias,
                           const struct tensor *norm[NORM_TENSORS])
{
    const float *input = outputs + s->input;
    const int c = i % s->out_channels, ow = i / s->out_channels % s->out_width;
    const int oh = i / s->out_channels / s->out_width % s->out_height;
    const int b = i / s->out_channels / s->out_width / s->out_height;
    double y = weight ? convolve_at(s, input, weight->data, b, oh, ow, c)
                      : pool_at(s, input, b, oh, ow, c);

    if (s->layer->kind == CONVOLUTION) /* the batch norm, as it is defined */
        y = (y - norm[MEAN]->data[c]) / sqrt(norm[VARIANCE]->data[c] + BATCH_NORM_EPSILON) *
                norm[GAMMA]->data[c] +
            norm[BETA]->data[c];
    if (bias)
        y += bias->data[c];
    if (s->layer->add)
        y += outputs[s->added + i];
    return s->relu && y < 0 ? 0 : y;
}

void reference_layer(const struct step *s, float *y, const float *outputs,
                     const struct tensors *tensors, size_t every)
{
    const struct tensor *norm[NORM_TENSORS], *weight, *bias;

    weight = find_tensor(tensors, s->layer->name, "weight"); /* a pool has neither */
    bias = find_tensor(tensors, s->layer->name, "bias");     /* and a convolution has no bias */
    find_norm(norm, tensors, s->layer->name);
#pragma omp parallel for
    for (size_t i = 0; i < s->outputs; i += every)
        y[i] = (float)reference_at(s, outputs, i, weight, bias, norm);
}

void forward_reference(const struct plan *plan, float *outputs, const struct tensors *tensors)
{
    for (int i = 0; i < plan->count; i++)
        reference_layer(&plan->steps[i], outputs + plan->steps[i].output, outputs, tensors, 1);
}

/* ---- on all cores --------------------------------------------------------------------------- */

/* Rows first .. first + count - 1 of im2col's matrix. In a row, the factors of one kh stand in the
 * image one after the other, too: they are copied at a time, as far as they lie inside. */
static void im2col_rows(float *columns, const float *image, int height, int width, int channels,
                        int kernel, int stride, int padding, long first, long count)
{
    const int out_height = (height + 2 * padding - kernel) / stride + 1;
    const int out_width = (width + 2 * padding - kernel) / stride + 1;
    const size_t length = (size_t)kernel * channels; /* of one kh */

#pragma omp parallel for
    for (long i = 0; i < count; i++) {
        const long row = first + i;
        const int w0 = row % out_width * stride - padding;
        const int h0 = row / out_width % out_height * stride - padding;
        const float *from = image + row / out_width / out_height * height * width * channels;
        const int left = w0 < 0 ? -w0 : 0, right = w0 + kernel > width ? width - w0 : kernel;
        float *to = columns + i * kernel * length;

        for (int kh = 0; kh < kernel; kh++, to += length) {
            const long h = h0 + kh;
            if (left > 0 || right < kernel || h < 0 || h >= height)
                memset(to, 0, length * sizeof(*to));
            if (h >= 0 && h < height && left < right)
                memcpy(to + left * channels, from + (h * width + w0 + left) * channels,
                       (right - left) * channels * sizeof(*to));
        }
    }
}

void im2col_cpu(float *columns, const float *image, int batch, int height, int width, int channels,
                int kernel, int stride, int padding)
{
    const int out_height = (height + 2 * padding - kernel) / stride + 1;
    const int out_width = (width + 2 * padding - kernel) / stride + 1;

    im2col_rows(columns, image, height, width, channels, kernel, stride, padding, 0,
                (long)batch * out_height * out_width);
}

/* im2col and product take turns, so that a piece of the matrix is still in a cache when it is used.
 * A piece must not be too small: the product reads all the weights anew for each. */
static int convolve(const struct step *s, float *output, const float *input, const float *weights,
                    float *columns)
{
    const long m = (long)s->batch * s->out_height * s->out_width, k = s->k, n = s->out_channels;
    const long room = (long)images_at_once(s) * s->out_height * s->out_width;
    long piece = (1 << 19) / k;

    if (s->kernel == 1 && s->stride == 1) /* the image is the matrix */
        return gemm_cpu(output, input, weights, m, n, k);
    if (piece < 2 * n)
        piece = 2 * n;
    if (piece > room)
        piece = room;
    for (long i = 0; i < m; i += piece) {
        const long rows = m - i < piece ? m - i : piece;
        im2col_rows(columns, input, s->height, s->width, s->channels, s->kernel, s->stride,
                    s->padding, i, rows);
        if (gemm_cpu(output + i * n, columns, weights, rows, n, k))
            return -1;
    }
    return 0;
}

/* y = max(0, y + bias + added), in place; without added or ReLU where the layer has none. */
static void elementwise(const struct step *s, float *y, const float *bias, const float *added)
{
    const long channels = s->out_channels, pixels = s->outputs / channels;
    const float least = s->relu ? 0 : -INFINITY;

#pragma omp parallel for
    for (long p = 0; p < pixels; p++) {
        float *restrict to = y + p * channels;
        const float *restrict more = added + p * channels;
        if (s->layer->add)
            for (long c = 0; c < channels; c++) {
                float sum = to[c] + bias[c] + more[c];
                to[c] = sum < least ? least : sum; /* a NaN stays one */
            }
        else
            for (long c = 0; c < channels; c++) {
                float sum = to[c] + bias[c];
                to[c] = sum < least ? least : sum;
            }
    }
}

static void max_pool(const struct step *s, float *output, const float *input)
{
    const long rows = (long)s->batch * s->out_height, channels = s->channels;

#pragma omp parallel for
    for (long row = 0; row < rows; row++)
        for (long ow = 0; ow < s->out_width; ow++) {
            float *restrict most = output + (row * s->out_width + ow) * channels;
            for (long c = 0; c < channels; c++)
                most[c] = -INFINITY;
            for (int kh = 0; kh < s->kernel; kh++)
                for (int kw = 0; kw < s->kernel; kw++) {
                    long h = row % s->out_height * s->stride - s->padding + kh;
                    long w = ow * s->stride - s->padding + kw, b = row / s->out_height;
                    if (h < 0 || h >= s->height || w < 0 || w >= s->width)
                        continue;
                    const float *x = input + ((b * s->height + h) * s->width + w) * channels;
                    for (long c = 0; c < channels; c++)
                        most[c] = most[c] < x[c] ? x[c] : most[c];
                }
        }
}

static void average_pool(const struct step *s, float *output, const float *input)
{
    const long pixels = (long)s->height * s->width, channels = s->channels;

#pragma omp parallel for
    for (long b = 0; b < s->batch; b++)
        for (long c = 0; c < channels; c++) {
            float sum = 0;
            for (long p = 0; p < pixels; p++)
                sum += input[(b * pixels + p) * channels + c];
            output[b * channels + c] = sum / pixels;
        }
}

int forward_cpu(const struct plan *plan, float *outputs, const float *weights, float *columns,
                double ms[PARTS])
{
    for (int i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        float *output = outputs + s->output;
        const float *input = outputs + s->input;
        double start = now_ms(), middle;

        if (s->layer->kind == MAX_POOL)
            max_pool(s, output, input);
        else if (s->layer->kind == AVERAGE_POOL)
            average_pool(s, output, input);
        else if (convolve(s, output, input, weights + s->weights, columns))
            return -1;
        ms[s->part] += (middle = now_ms()) - start;
        if (has_weights(s))
            elementwise(s, output, weights + s->bias, outputs + s->added);
        ms[ELEMENTWISE] += now_ms() - middle;
    }
    return 0;
}
