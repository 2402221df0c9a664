/* Lab 6, part B - a whole network: what forward.cu (the experiment), layers_cpu.c, weights.c and
 * image.c share. All arrays are float32, row-major; images are batch x height x width x channels,
 * and weights as the right factor of the product: (kh, kw, channel in) x channel out. */
#ifndef LAYERS_H
#define LAYERS_H

#include <stddef.h>
#include "networks.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CLASSES            1000
#define BATCH_NORM_EPSILON 1e-5 /* as in torchvision */

/* Where the time goes. */
enum part { CONV_7X7, CONV_3X3, CONV_1X1, DOWNSAMPLE, POOL, FC, ELEMENTWISE, PARTS };

/* A layer at the size that it has in a run. */
struct step {
    const struct layer *layer;
    enum part part;
    int batch, height, width, channels; /* of its input */
    int kernel, stride, padding, relu;  /* as in the layer, for kernels on the device */
    int out_height, out_width, out_channels;
    size_t input, output, added; /* where these begin among the outputs of all layers */
    size_t outputs;              /* floats that it puts out */
    size_t weights, bias;        /* where these begin among all weights; pools have none */
    long long k;                 /* the length of its dot products: kernel^2 x channels; pools: 0 */
};

/* A network at an image size and a batch. Every layer has an output of its own, so that a check can
 * look at each of them; at the beginning stands the image. */
struct plan {
    const struct network *network;
    struct step steps[MAX_LAYERS];
    int count, image, batch;
    size_t input;          /* floats: the image */
    size_t outputs;        /* floats: the image and the outputs of all layers */
    size_t weights;        /* floats: of all layers, folded */
    size_t largest_output; /* floats: of one layer */
    size_t columns;        /* floats that im2col needs at a time, see images_at_once */
    double flops;          /* 2 for every multiply-add of the convolutions and of fc */
};

struct plan plan_make(const struct network *network, int image, int batch);
int has_weights(const struct step *step);                             /* 0: a pool */
void describe_step(char *text, size_t size, const struct step *step); /* conv1 (7x7, stride 2) */

/* So many images of the batch go through im2col and product at a time: all, or fewer where the
 * matrix would have more than 2^26 elements (256 MB). */
int images_at_once(const struct step *step);

/* ---- layers_cpu.c --------------------------------------------------------------------------- */

/* The image becomes a matrix whose product with the weights is the convolution: a row for each
 * pixel that comes out, in the order (image, row, column); a column for each factor of its dot
 * product, in the order (kh, kw, channel); 0 for what lies outside the image. On all cores. */
void im2col_cpu(float *columns, const float *image, int batch, int height, int width, int channels,
                int kernel, int stride, int padding);

/* What a GPU has to beat: the whole network on all cores, im2col and product. outputs holds the
 * image; the rest is written. columns: room for plan->columns floats. Adds to ms what each part
 * took. Returns 0, or -1 when memory is short. */
int forward_cpu(const struct plan *plan, float *outputs, const float *weights, float *columns,
                double ms[PARTS]);

struct tensors;

/* What is right: plain loops, sums in double, and the batch norm as it was defined, not folded.
 * From what the layers before have put out, every `every`-th element of y, s->outputs floats. */
void reference_layer(const struct step *s, float *y, const float *outputs,
                     const struct tensors *tensors, size_t every);
void forward_reference(const struct plan *plan, float *outputs, const struct tensors *tensors);

/* ---- weights.c ------------------------------------------------------------------------------ */

/* A file of weights: numbers are little-endian, of 32 bits; text is not terminated.
 *
 *   8 bytes   "LAB6NETW"
 *   uint32    version of the format: 1
 *   uint32    how many tensors follow; each of them is
 *     uint32    length of its name, 1 to 63
 *     char[]    its name, as in torchvision's state_dict: layer1.0.conv1.weight
 *     uint32    how many dimensions it has, 1 to 4
 *     uint32[]  its dimensions, the slowest first
 *     float[]   its elements, row-major
 *
 * Needed: all weights and biases of the network and the weight, bias, running_mean and running_var
 * of its batch norms, in torchvision's shapes. "input" (n x 3 x s x s) and "logits" (n x 1000) may
 * be there, too: then the lab runs this input, and compares. Other tensors are refused.
 * tests/torch_weights.py writes such a file. */
#define WEIGHTS_MAGIC   "LAB6NETW"
#define WEIGHTS_VERSION 1
#define MAX_TENSORS     (5 * MAX_LAYERS + 2)

struct tensor {
    char name[64];
    int dims, dim[4];
    float *data;
};

struct tensors {
    struct tensor tensor[MAX_TENSORS];
    int count;
};

/* Seeded weights after He's rule (uniform, variance 2 / fan-in) and seeded batch norms, in the
 * shapes of a file. */
void weights_random(struct tensors *tensors, const struct network *network,
                    unsigned long long seed);

/* Reads a file. Returns 0, or -1 and in `why` one line that says what is wrong, and no tensors. */
int weights_read(struct tensors *tensors, const struct network *network, const char *path,
                 char *why, size_t size);

/* The tensor "layer.rest", or "layer" if rest is empty; NULL: there is none. */
const struct tensor *find_tensor(const struct tensors *tensors, const char *layer,
                                 const char *rest);

/* The four tensors of the batch norm that follows a convolution: conv1 -> bn1.weight */
enum { GAMMA, BETA, MEAN, VARIANCE, NORM_TENSORS };
void find_norm(const struct tensor *norm[NORM_TENSORS], const struct tensors *tensors,
               const char *layer);

/* The weights as the layers use them, plan->weights floats: reordered, and batch norms folded.
 * Returns 0, or -1 with `why` when a number is not finite. */
int weights_fold(float *weights, const struct plan *plan, const struct tensors *tensors, char *why,
                 size_t size);

void weights_free(struct tensors *tensors);

/* ---- image.c -------------------------------------------------------------------------------- */

/* Reads a photo (PPM, binary: P6), resizes it to side x side and normalises it as ImageNet's
 * pictures are; side x side x 3 floats. Returns 0, or -1 with one line in `why`. */
int image_read(float *image, int side, const char *path, char *why, size_t size);

#ifdef __cplusplus
}
#endif

#endif
