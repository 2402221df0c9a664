/* Lab 6 - im2col on the CPU: what exercise 6.3 should write (resnet_layers.h says what that is),
 * and a part of the convolution on the CPU in network/. */
#pragma once

#include "common/engine/engine.h"

void im2col(float *columns, const float *image, int batch, int height, int width, int channels,
            int kernel, int stride, int padding);

/* The exercise as an experiment of the engine, and one run of it: im2col_check.cu. */
extern const struct experiment im2col_experiment;
void im2col_run(const struct problem *problem);
struct shape im2col_like_largest(struct random *random); /* of its awkward shapes */

/* The images of a layer: batch x height x width x channels. */
struct images {
    const float *x;
    int height, width, channels, kernel, stride, padding;
};

/* Numbers k0 .. k0 + count - 1 of a row of the matrix of `images`: for gemm_cpu_rows. */
void im2col_row(float *to, const void *images, long row, long k0, long count, long k);
