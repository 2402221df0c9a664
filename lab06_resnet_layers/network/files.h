/* What a run reads from files: weights, an input, a picture. What is wrong with a file gets one
 * line and ends the program with STATUS_USAGE.
 *
 * Weights and an input are tensors, as export.py writes them:
 *
 *   8 bytes   "TENSORS1"
 *   tensors, one after the other, until the file ends; each is
 *     char[48]   its name, filled up with zeros
 *     uint32[4]  its dimensions, the slowest first; 1 in front where it has fewer than four
 *     float[]    its elements, row-major, float32
 *
 * Numbers are little-endian. A file of weights has for each convolution of the network and then for
 * fc, in the order of struct plan, NAME.weight (kh x kw x channels in x channels out; one channel
 * in of a depthwise one) and NAME.bias; batch norms are folded into both. An input has "input"
 * (images x rows x columns x 3) and, if wanted, "logits" (images x classes), what PyTorch makes of
 * it. Nothing else may be there. */
#pragma once

#include "common/engine/options.h"
#include "layers.h"
#include "photo.h" /* struct picture */

#define LEAST_SIDE 32 /* of an image: the network halves it five times */
#define MOST_SIDE  4096
#define MOST_BATCH 4096

void read_weights(const struct lab *lab, const char *path, const struct plan *plan, float *weights);

struct input {
    int side, batch;
    float *image;  /* batch x side x side x 3 */
    float *logits; /* batch x classes; NULL: there are none */
};
struct input read_input(const struct lab *lab, const char *path, int classes);

/* Beside NAME.weights, in NAME.classes: what the classes are called, a line each, as export.py
 * writes it for trained weights. NULL: there is no such file. */
char **read_class_names(const struct lab *lab, const char *weights, int classes);

/* A PPM, P3 or P6, with at most 255 per colour; or what photo.h reads. */
struct picture read_picture(const struct lab *lab, const char *path);

/* What the networks were trained on: the middle of the picture, 224 of 256 parts of its shorter
 * side, as side x side pixels; less the mean of ImageNet's colours, over their deviation. The same
 * for each image of the batch: batch x side x side x 3 floats. */
void picture_input(const struct picture *picture, float *image, int side, int batch);
