/* Lab 6, a whole network - the layers on the CPU: the reference, and the opponent on all cores. */
#include <math.h>
#include <string.h>
#include "common/gemm/gemm_cpu.h"
#include "im2col.h"
#include "layers.h"

/* ---- what is right -------------------------------------------------------------------------- */

double reference_at(const struct step *s, const float *outputs, const float *image,
                    const float *weights, size_t i)
{
    const int c = i % s->out_channels;
    const int ow = i / s->out_channels % s->out_width;
    const int oh = i / s->out_channels / s->out_width % s->out_height;
    const size_t number = i / s->out_channels / s->out_width / s->out_height; /* of the image */
    const int alone = s->part == POOL || s->part == DEPTHWISE; /* channel c meets only itself */
    const int from = alone ? c : 0, channels = alone ? 1 : s->channels;
    double sum = 0, most = -INFINITY;

    for (int kh = 0; kh < s->kernel; kh++)
        for (int kw = 0; kw < s->kernel; kw++) {
            int h = oh * s->stride - s->padding + kh, w = ow * s->stride - s->padding + kw;
            if (h < 0 || h >= s->height || w < 0 || w >= s->width)
                continue; /* outside lie zeros; for the largest number, nothing */
            const float *x = input_of(s, outputs, image) + from +
                             ((number * s->height + h) * s->width + w) * s->channels;
            const size_t v =
                s->weights + (size_t)(kh * s->kernel + kw) * channels * s->out_channels + c;
            if (s->part == POOL) {
                most = fmax(most, x[0]);
                sum += x[0];
                continue;
            }
            for (int p = 0; p < channels; p++)
                sum += (double)x[p] * weights[v + p * s->out_channels];
        }
    if (s->part == POOL)
        return s->kind == MAX_POOL ? most : sum / s->kernel / s->kernel;
    sum += weights[s->bias + c];
    if (s->adds)
        sum += outputs[s->added + i];
    return s->relu && sum < 0 ? 0 : s->relu == 6 && sum > 6 ? 6 : sum;
}

/* ---- on all cores --------------------------------------------------------------------------- */

/* The product of im2col's matrix and the weights; a piece of the matrix is made when it is used. At
 * 1 x 1 and stride 1 the input is the matrix. */
static void convolve(const struct step *s, float *output, const float *input, const float *weights)
{
    const struct images images = { input,     s->height, s->width,  s->channels,
                                   s->kernel, s->stride, s->padding };
    const long m = (long)s->batch * s->out_height * s->out_width, n = s->out_channels;
    const int plain = s->kernel == 1 && s->stride == 1;

    if (plain ? gemm_cpu(output, input, weights, m, n, s->k)
              : gemm_cpu_rows(output, im2col_row, &images, weights, m, n, s->k))
        out_of_host_memory();
}

/* Each channel by itself: a depthwise convolution, whose channels sum only 9 products, or a pool.
 * No matrix, and SIMD along the channels. */
static void each_channel(const struct step *s, float *output, const float *input,
                         const float *weights)
{
    const long pixels = (long)s->batch * s->out_height * s->out_width, channels = s->channels;
    const int largest = s->kind == MAX_POOL, mean = s->kind == AVERAGE_POOL;

#pragma omp parallel for
    for (long p = 0; p < pixels; p++) {
        const long ow = p % s->out_width, oh = p / s->out_width % s->out_height;
        const long image = p / s->out_width / s->out_height;
        float *y = output + p * channels;
        for (long c = 0; c < channels; c++)
            y[c] = largest ? -INFINITY : 0;
        for (int kh = 0; kh < s->kernel; kh++)
            for (int kw = 0; kw < s->kernel; kw++) {
                long h = oh * s->stride - s->padding + kh, w = ow * s->stride - s->padding + kw;
                if (h < 0 || h >= s->height || w < 0 || w >= s->width)
                    continue; /* outside lie zeros; for the largest number, nothing */
                const float *x = input + ((image * s->height + h) * s->width + w) * channels;
                const float *v = weights + (long)(kh * s->kernel + kw) * channels;
                for (long c = 0; c < channels; c++)
                    if (largest)
                        y[c] = y[c] < x[c] ? x[c] : y[c];
                    else
                        y[c] += mean ? x[c] : x[c] * v[c];
            }
        for (long c = 0; c < channels && mean; c++)
            y[c] /= s->kernel * s->kernel;
    }
}

/* y = ReLU(y + bias + added), in place; without added or ReLU where the layer has none. */
static void elementwise(const struct step *s, float *y, const float *bias, const float *added)
{
    const long channels = s->out_channels, pixels = s->outputs / channels;
    const float least = s->relu ? 0 : -INFINITY, most = s->relu == 6 ? 6 : INFINITY;

#pragma omp parallel for
    for (long p = 0; p < pixels; p++)
        for (long c = 0, i = p * channels; c < channels; c++, i++) {
            float sum = y[i] + bias[c] + (added ? added[i] : 0);
            sum = sum < least ? least : sum; /* a NaN stays one */
            y[i] = sum > most ? most : sum;
        }
}

void forward_cpu(const struct plan *plan, float *outputs, const float *image, const float *weights,
                 double ms[PARTS])
{
    memset(ms, 0, PARTS * sizeof(*ms));
    for (int i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        float *output = outputs + s->output;
        const float *input = input_of(s, outputs, image);
        double start = now_ms(), middle;

        if (s->part == POOL || s->part == DEPTHWISE)
            each_channel(s, output, input, weights + s->weights);
        else
            convolve(s, output, input, weights + s->weights);
        ms[s->part] += (middle = now_ms()) - start;
        if (s->part != POOL)
            elementwise(s, output, weights + s->bias, s->adds ? outputs + s->added : NULL);
        ms[ELEMENTWISE] += now_ms() - middle;
    }
}
