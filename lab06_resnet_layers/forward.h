/* Lab 6, Part B - a whole forward pass: ./lab06 --network resnet18. */
#ifndef FORWARD_H
#define FORWARD_H

#include "common/lab.h"

/* What the command line asks for. */
struct forward {
    const char *network;              /* resnet18 or resnet50 */
    long long images[MAX_SIZES];      /* sides of the square image, in the order given */
    int image_count;                  /* 0: not given */
    long long batches[MAX_SIZES];     /* images at once, in the order given */
    int batch_count;                  /* 0: not given */
    const char *weights, *image_file; /* NULL: not given */
};

/* Runs it, prints its table, returns the program's status. */
int forward_main(const struct lab *lab, const struct options *options, const struct device *device,
                 const struct forward *forward);

#endif
