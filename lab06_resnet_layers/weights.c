/* Lab 6, part B - the weights: drawn at random or read from a file, then folded. */
#include "layers.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../common/random.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a file of weights is little-endian, and weights_read does not turn bytes around"
#endif

/* ---- tensors and their shapes --------------------------------------------------------------- */

static struct tensor *find(const struct tensors *tensors, const char *name)
{
    for (int i = 0; i < tensors->count; i++)
        if (!strcmp(tensors->tensor[i].name, name))
            return (struct tensor *)&tensors->tensor[i];
    return NULL;
}

const struct tensor *find_tensor(const struct tensors *tensors, const char *layer, const char *rest)
{
    char name[128];

    snprintf(name, sizeof(name), "%s.%s", layer, rest);
    return find(tensors, *rest ? name : layer);
}

/* layer1.0.conv2 -> layer1.0.bn2, layer2.0.downsample.0 -> layer2.0.downsample.1 */
static void name_norm(char name[64], const char *layer)
{
    const char *conv = strstr(layer, "conv");

    snprintf(name, 64, "%s", layer);
    if (conv)
        snprintf(name + (conv - layer), 64 - (conv - layer), "bn%s", conv + 4);
    else
        name[strlen(name) - 1] = '1';
}

static const char *const norm_tensors[] = { "weight", "bias", "running_mean", "running_var" };

void find_norm(const struct tensor *norm[NORM_TENSORS], const struct tensors *tensors,
               const char *layer)
{
    char name[64];

    name_norm(name, layer);
    for (int i = 0; i < NORM_TENSORS; i++)
        norm[i] = find_tensor(tensors, name, norm_tensors[i]);
}

static size_t elements(const struct tensor *tensor)
{
    size_t count = 1;

    for (int d = 0; d < tensor->dims; d++)
        count *= tensor->dim[d];
    return count;
}

static void expect(struct tensors *list, const char *layer, const char *rest, int dims, int dim0,
                   int dim1, int kernel)
{
    struct tensor *t = &list->tensor[list->count++];

    *t = (struct tensor){ .dims = dims, .dim = { dim0, dim1, kernel, kernel } };
    snprintf(t->name, sizeof(t->name), "%s.%s", layer, rest);
}

/* Names and shapes of all tensors that a network needs; no data. */
static struct tensors needed(const struct network *network)
{
    struct plan plan = plan_make(network, 64, 1);
    struct tensors list = { .count = 0 };
    char norm[64];

    for (int i = 0; i < plan.count; i++) {
        const struct step *s = &plan.steps[i];
        const struct layer *l = s->layer;
        if (!has_weights(s))
            continue;
        expect(&list, l->name, "weight", l->kind == CONVOLUTION ? 4 : 2, s->out_channels,
               s->channels, s->kernel);
        name_norm(norm, l->name);
        for (int t = 0; l->kind == CONVOLUTION && t < NORM_TENSORS; t++)
            expect(&list, norm, norm_tensors[t], 1, s->out_channels, 0, 0);
        if (l->kind == FULLY_CONNECTED)
            expect(&list, l->name, "bias", 1, s->out_channels, 0, 0);
    }
    return list;
}

void weights_free(struct tensors *tensors)
{
    for (int i = 0; i < tensors->count; i++)
        free(tensors->tensor[i].data);
    tensors->count = 0;
}

/* ---- at random ------------------------------------------------------------------------------ */

static int ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), e = strlen(end);

    return n >= e && !strcmp(name + n - e, end);
}

/* The range of a tensor's numbers, from `middle` - `half` to `middle` + `half`. Convolutions and fc
 * after He: a ReLU halves the power of its input, and a variance of 2 / fan-in makes up for it.
 * (A uniform number within +- h has the variance h^2 / 3.) Batch norms: anything near to doing
 * nothing, but nothing that a wrong fold could hide behind. */
static void range_of(const struct tensor *t, double *middle, double *half)
{
    *middle = 0;
    *half = 0.2; /* biases and means */
    if (t->dims > 1)
        *half = sqrt(3 * 2.0 / (elements(t) / t->dim[0]));
    else if (!ends_with(t->name, "bias") && !ends_with(t->name, "mean"))
        *middle = 0.75, *half = 0.25; /* gammas and variances: 0.5 to 1 */
}

void weights_random(struct tensors *tensors, const struct network *network, unsigned long long seed)
{
    *tensors = needed(network);
    for (int i = 0; i < tensors->count; i++) {
        struct tensor *t = &tensors->tensor[i];
        size_t count = elements(t);
        double middle, half;

        if (!(t->data = malloc(count * sizeof(float))))
            abort();
        random_uniform(t->data, count, seed, i + 1); /* stream 0 is the image's */
        range_of(t, &middle, &half);
        for (size_t j = 0; j < count; j++)
            t->data[j] = (float)(middle + half * t->data[j]);
    }
}

/* ---- from a file ---------------------------------------------------------------------------- */

struct reader {
    FILE *file;
    char *why; /* the first thing that was wrong */
    size_t size;
};

#define WRONG(reader, ...) (snprintf((reader)->why, (reader)->size, __VA_ARGS__), -1)

static int read_bytes(struct reader *r, void *to, size_t bytes, const char *what)
{
    if (fread(to, 1, bytes, r->file) == bytes)
        return 0;
    return WRONG(r, "%s: the file ends too early", what);
}

static void shape_text(char text[64], const struct tensor *t)
{
    int used = 0;

    text[0] = 0;
    for (int d = 0; d < t->dims; d++)
        used += snprintf(text + used, 64 - used, "%s%d", d ? " x " : "", t->dim[d]);
}

/* Is its shape what the network needs, or one that an input or logits may have? */
static int check_shape(struct reader *r, const struct tensor *t, const struct tensor *want)
{
    char is[64], must[64] = "n x 1000";
    int right;

    if (want) {
        right = t->dims == want->dims && !memcmp(t->dim, want->dim, t->dims * sizeof(int));
        shape_text(must, want);
    } else if (!strcmp(t->name, "input")) {
        right = t->dims == 4 && t->dim[1] == 3 && t->dim[2] == t->dim[3];
        snprintf(must, sizeof(must), "n x 3 x s x s");
    } else {
        right = t->dims == 2 && t->dim[1] == CLASSES;
    }
    shape_text(is, t);
    return right ? 0 : WRONG(r, "%s: is %s, must be %s", t->name, is, must);
}

static int read_tensor(struct reader *r, struct tensor *t, const struct tensors *want,
                       const char *network)
{
    uint32_t length, dims, dim;

    if (read_bytes(r, &length, 4, "the name of a tensor"))
        return -1;
    if (length < 1 || length >= sizeof(t->name))
        return WRONG(r, "a name of %u letters: must be 1 to 63", length);
    if (read_bytes(r, t->name, length, "the name of a tensor"))
        return -1;
    t->name[length] = 0;
    const struct tensor *wanted = find(want, t->name);
    if (!wanted && strcmp(t->name, "input") && strcmp(t->name, "logits"))
        return WRONG(r, "%s: %s has no such tensor", t->name, network);
    if (read_bytes(r, &dims, 4, t->name))
        return -1;
    if (dims < 1 || dims > 4)
        return WRONG(r, "%s: has %u dimensions, must be 1 to 4", t->name, dims);
    t->dims = dims;
    for (uint32_t d = 0; d < dims; d++) {
        if (read_bytes(r, &dim, 4, t->name))
            return -1;
        if (dim < 1 || dim > 1 << 16)
            return WRONG(r, "%s: a dimension of %u, must be 1 to 65536", t->name, dim);
        t->dim[d] = dim;
    }
    if (check_shape(r, t, wanted))
        return -1;
    if (!(t->data = malloc(elements(t) * sizeof(float))))
        return WRONG(r, "%s: out of memory", t->name);
    return read_bytes(r, t->data, elements(t) * sizeof(float), t->name);
}

static int read_all(struct reader *r, struct tensors *tensors, const struct tensors *want,
                    const char *network)
{
    char magic[8];
    uint32_t head[2]; /* version, number of tensors */

    if (fread(magic, 1, 8, r->file) != 8 || memcmp(magic, WEIGHTS_MAGIC, 8))
        return WRONG(r, "is no file of weights: it must begin with %s", WEIGHTS_MAGIC);
    if (read_bytes(r, head, sizeof(head), "its head"))
        return -1;
    if (head[0] != WEIGHTS_VERSION)
        return WRONG(r, "is of version %u, must be %d", head[0], WEIGHTS_VERSION);
    if (head[1] > MAX_TENSORS)
        return WRONG(r, "has %u tensors, must be at most %d", head[1], MAX_TENSORS);
    for (uint32_t i = 0; i < head[1]; i++) {
        struct tensor *t = &tensors->tensor[i];
        memset(t, 0, sizeof(*t));
        tensors->count++; /* at once: it may have memory to free */
        if (read_tensor(r, t, want, network))
            return -1;
        if (find(tensors, t->name) != t)
            return WRONG(r, "%s: is there twice", t->name);
    }
    if (fgetc(r->file) != EOF)
        return WRONG(r, "goes on after its %u tensors", head[1]);
    for (int i = 0; i < want->count; i++)
        if (!find(tensors, want->tensor[i].name))
            return WRONG(r, "%s: is missing", want->tensor[i].name);
    return 0;
}

int weights_read(struct tensors *tensors, const struct network *network, const char *path,
                 char *why, size_t size)
{
    struct reader r = { fopen(path, "rb"), why, size };
    struct tensors want = needed(network);

    tensors->count = 0;
    if (!r.file)
        return WRONG(&r, "%s", strerror(errno));
    int failed = read_all(&r, tensors, &want, network->name);
    fclose(r.file);
    if (failed)
        weights_free(tensors);
    return failed;
}

/* ---- folded --------------------------------------------------------------------------------- */

/* A batch norm, y = (x - mean) / sqrt(variance + epsilon) * gamma + beta, is a factor and a summand
 * per channel, once the network is trained. The factor goes into the weights of the convolution
 * before it, the summand becomes its bias. And out x in x kh x kw becomes (kh, kw, in) x out. */
static void fold_step(float *weights, const struct step *s, const struct tensors *tensors)
{
    const int in = s->channels, out = s->out_channels, taps = s->kernel * s->kernel;
    const struct tensor *norm[NORM_TENSORS], *bias = find_tensor(tensors, s->layer->name, "bias");
    const float *weight = find_tensor(tensors, s->layer->name, "weight")->data;

    find_norm(norm, tensors, s->layer->name);
#pragma omp parallel for
    for (int o = 0; o < out; o++) {
        double factor = 1, summand = bias ? bias->data[o] : 0;
        if (s->layer->kind == CONVOLUTION) {
            factor = norm[GAMMA]->data[o] / sqrt(norm[VARIANCE]->data[o] + BATCH_NORM_EPSILON);
            summand = norm[BETA]->data[o] - norm[MEAN]->data[o] * factor;
        }
        for (int tap = 0; tap < taps; tap++)
            for (int i = 0; i < in; i++)
                weights[s->weights + ((size_t)tap * in + i) * out + o] =
                    (float)(weight[((size_t)o * in + i) * taps + tap] * factor);
        weights[s->bias + o] = (float)summand;
    }
}

int weights_fold(float *weights, const struct plan *plan, const struct tensors *tensors, char *why,
                 size_t size)
{
    for (int i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        if (!has_weights(s))
            continue;
        fold_step(weights, s, tensors);
        for (size_t j = s->weights; j < s->bias + s->out_channels; j++)
            if (!isfinite(weights[j])) {
                snprintf(why, size, "%s: its weights or its batch norm are not finite",
                         s->layer->name);
                return -1;
            }
    }
    return 0;
}
