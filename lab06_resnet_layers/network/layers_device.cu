/* Lab 6, a whole network - the layers on the device: a direct convolution, given, and im2col with
 * a product, where im2col and two of the products are yours (resnet_layers.cu). */
#include "common/cuda_check.h"
#include "layers.h"
#include "resnet_layers.h"

#define BLOCK 256

/* ---- the layers on the device: given -------------------------------------------------------- */

/* Blocks are numbered along x, in which a grid can count to 2^31. */
static unsigned int blocks(size_t threads)
{
    return (unsigned int)((threads + BLOCK - 1) / BLOCK);
}

/* Channels that a thread computes: neighbours, so that it reads a pixel once for all. All numbers
 * of channels are multiples of it. */
#define GROUP 8

/* The convolution as it is written down: no matrix, no shared memory. Each thread sums over all
 * (kh, kw, channel) for GROUP channels of one pixel; s.channels of a pixel are neighbours in
 * memory, and so are the s.out_channels weights that they meet. */
__global__ void convolution_kernel(float *output, const float *input, const float *weights,
                                   struct step s)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * GROUP;
    size_t pixel = i / s.out_channels;
    int n = i % s.out_channels;
    int ow = pixel % s.out_width, oh = pixel / s.out_width % s.out_height;
    size_t image = pixel / s.out_width / s.out_height;
    float sum[GROUP] = { 0 };

    if (i >= s.outputs)
        return;
    for (int kh = 0; kh < s.kernel; kh++)
        for (int kw = 0; kw < s.kernel; kw++) {
            int h = oh * s.stride - s.padding + kh, w = ow * s.stride - s.padding + kw;
            if (h < 0 || h >= s.height || w < 0 || w >= s.width)
                continue; /* outside lie zeros */
            const float *x = input + ((image * s.height + h) * s.width + w) * s.channels;
            const float *v =
                weights + (size_t)(kh * s.kernel + kw) * s.channels * s.out_channels + n;
            for (int c = 0; c < s.channels; c++, v += s.out_channels)
                for (int e = 0; e < GROUP; e++)
                    sum[e] += x[c] * v[e];
        }
    for (int e = 0; e < GROUP; e++)
        output[i + e] = sum[e];
}

/* Each channel by itself: a depthwise convolution, or a pool, the largest number or the mean.
 * Neighbouring threads compute neighbouring channels of one pixel, so that they read neighbours. */
__global__ void channel_kernel(float *output, const float *input, const float *weights,
                               struct step s)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, pixel = i / s.channels;
    int c = i % s.channels, ow = pixel % s.out_width, oh = pixel / s.out_width % s.out_height;
    size_t image = pixel / s.out_width / s.out_height;
    float most = -INFINITY, sum = 0;

    if (i >= s.outputs)
        return;
    for (int kh = 0; kh < s.kernel; kh++)
        for (int kw = 0; kw < s.kernel; kw++) {
            int h = oh * s.stride - s.padding + kh, w = ow * s.stride - s.padding + kw;
            if (h < 0 || h >= s.height || w < 0 || w >= s.width)
                continue; /* outside lie zeros; for the largest number, nothing */
            float x = input[((image * s.height + h) * s.width + w) * s.channels + c];
            most = most < x ? x : most;
            sum += s.part == POOL ? x : x * weights[(kh * s.kernel + kw) * s.channels + c];
        }
    output[i] = s.kind == MAX_POOL       ? most
                : s.kind == AVERAGE_POOL ? sum / (s.kernel * s.kernel)
                                         : sum;
}

/* y = ReLU(y + bias + added) */
__global__ void elementwise_kernel(float *y, const float *bias, const float *added, struct step s)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= s.outputs)
        return;
    float sum = y[i] + bias[i % s.out_channels];
    if (added)
        sum += added[i];
    sum = s.relu && sum < 0 ? 0 : sum; /* a NaN stays one */
    y[i] = s.relu == 6 && sum > 6 ? 6 : sum;
}

/* ---- im2col and product: your im2col, and whose product? ------------------------------------ */

static void convolve_by_product(float *d_y, const float *d_x, const float *d_w, float *d_columns,
                                const struct step *s, product *multiply)
{
    const size_t in = (size_t)s->height * s->width * s->channels; /* floats of one image */
    const int pixels = s->out_height * s->out_width, most = images_at_once(s);

    for (int b = 0; b < s->batch; b += most) {
        int images = s->batch - b < most ? s->batch - b : most;
        const float *d_a = d_x + b * in;
        if (s->kernel > 1 || s->stride > 1) { /* else the image is the matrix */
            resnet_layers_ex63(d_columns, d_a, images, s->height, s->width, s->channels, s->kernel,
                               s->stride, s->padding);
            d_a = d_columns;
        }
        multiply(d_y + (size_t)b * pixels * s->out_channels, d_a, d_w, images * pixels,
                 s->out_channels, s->k);
    }
}

/* ---- the walk over the layers --------------------------------------------------------------- */

void forward_device(const struct plan *plan, float *d_outputs, const float *d_image,
                    const float *d_weights, product *multiply, cudaEvent_t *events)
{
    for (int i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        float *d_y = d_outputs + s->output;
        float *d_columns = d_outputs + plan->outputs + (s->first ? plan->columns : 0);
        const float *d_x = input_of(s, d_outputs, d_image), *d_w = d_weights + s->weights;
        if (events)
            CUDA_CHECK(cudaEventRecord(events[2 * i], 0));
        if (s->part == POOL || s->part == DEPTHWISE)
            channel_kernel<<<blocks(s->outputs), BLOCK>>>(d_y, d_x, d_w, *s);
        else if (multiply)
            convolve_by_product(d_y, d_x, d_w, d_columns, s, multiply);
        else
            convolution_kernel<<<blocks(s->outputs / GROUP), BLOCK>>>(d_y, d_x, d_w, *s);
        CUDA_CHECK(cudaGetLastError());
        if (events)
            CUDA_CHECK(cudaEventRecord(events[2 * i + 1], 0));
        if (s->part != POOL)
            elementwise_kernel<<<blocks(s->outputs), BLOCK>>>(
                d_y, d_weights + s->bias, s->adds ? d_outputs + s->added : NULL, *s);
        CUDA_CHECK(cudaGetLastError());
    }
    if (events)
        CUDA_CHECK(cudaEventRecord(events[2 * plan->count], 0));
}
