/* A forward pass at one size, and what is said about it: table and CSV. */
#pragma once

#include "common/engine.h"
#include "layers.h"

enum { DEVICE_METHODS = WITH_TRANSFERS + 1 }; /* of what runs on the device */

/* A way to compute the network, a line of the table. */
struct contender {
    const char *name, *what, *todo; /* as in struct version */
    enum where where;
    product *multiply; /* behind the student's im2col; NULL: it needs none */
};

struct pass {
    struct plan plan;
    const struct contender *version; /* the one at hand, */
    struct check *check;             /* and what is known about it */
    const struct array *weights;
    struct array columns, outputs; /* in outputs.host: what the version made of the image */
    float *want;             /* the image, then what cpu_openmp, or the reference, makes of it */
    int against_reference;   /* 1: it is the reference */
    float *image;            /* that the pass is checked with */
    unsigned long long seed; /* of what is drawn for the version */
    const float *logits;     /* that PyTorch makes of it; NULL: not known */
    double off;              /* how far the version is from these, of the largest */
    cudaEvent_t before, after, events[2 * MAX_STEPS + 1]; /* see time_on_device */
    int one_walk;     /* 1: events within a pass cost next to nothing, as on the CPU device */
    int batch_number; /* of the list of batches, from 0 */
    double first_ms;  /* of the first pass */
    double cpu_ms;    /* median of cpu_openmp; 0: was not timed */
    struct stats times[DEVICE_METHODS + PARTS]; /* by method (cpu_openmp: one), then by part */
    int timed;                                  /* 1: they are known */
};

extern const char network_columns[]; /* of the CSV */

/* Keeps the rows of the version at hand. */
void keep_times(struct report *report, struct pass *p);

void print_head(const struct plan *plan, const char *weights, const char *input);
void print_version(struct report *report, const struct pass *p);
void print_parts(const struct report *report);

/* The five likeliest classes of an image. */
void print_classes(const float *logits);
