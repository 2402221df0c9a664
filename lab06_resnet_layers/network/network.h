/* What the experiment (network.cu) and its table (table.cu) share. */
#pragma once

#include "common/engine.h"
#include "layers.h"

/* What stands in shape.own, beside the side of the image in shape.n. */
enum { BATCH, TIMED /* 1: of the run, so the image that was given goes in */ };

/* The network at a size; valid until the next call for another one. */
const struct plan *plan_of(const struct shape *shape);

/* The options of this program. */
struct asked {
    const struct network *network;
    long long batches[MAX_SIZES];
    int batch_count;
    const char *images, *weights, *input, *picture; /* NULL: not given */
};
extern struct asked asked;

/* The line of the table that comes next, beside its version and the side of the image. */
struct line {
    int batch, batch_number; /* of the list of batches, from 0 */
    double first_ms;         /* of the first pass */
    double off; /* how far the logits are from PyTorch's, of the largest; 0: these are not known */
};
extern struct line line;

extern const char network_columns[]; /* of the CSV */
void finish_row(const struct run *run, struct row *row, const struct version *v,
                const struct problem *p, const struct stats times[TIMES]);
void print_head(const struct run *run);
void print_cells(const struct report *report, const char *version, long long side);
void print_parts(const struct report *report);
void print_classes(const float *logits); /* the five likeliest classes of an image */
