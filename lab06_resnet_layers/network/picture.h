/* Pictures as the input of a network. */
#pragma once

#include "common/options.h"

struct picture {
    int width, height;
    unsigned char *rgb; /* height x width x 3 */
};

/* A file of the format PPM, P3 or P6, with at most 255 per colour. What is wrong with it gets one
 * line and ends the program with STATUS_USAGE. */
struct picture read_picture(const struct lab *lab, const char *path);

/* What the networks were trained on: the middle of the picture, 224 of 256 parts of its shorter
 * side, as side x side pixels; less the mean of ImageNet's colours, over their deviation. The same
 * for each image of the batch: batch x side x side x 3 floats. */
void picture_input(const struct picture *picture, float *image, int side, int batch);
