/* Lab 6, Part B - a whole forward pass: ./lab06 --network resnet18. */
#ifndef FORWARD_H
#define FORWARD_H

#include "common/experiment.h"
#include "layers.h"

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

/* ---- what forward.cu and forward_io.cu share -------------------------------------------- */

#define MOST_VERSIONS 4
#define LOGITS_AGREE  1e-4 /* of the largest; two programs in float32 differ by some 1e-6 */
#define LEAST_SIDE    32   /* of an image: the network halves it five times */
#define MOST_SIDE     4096 /* of the columns of one image, an index still fits in an int */
#define MOST_BATCH    4096

/* A network at one size, and the version at hand. */
struct pass {
    struct plan plan;
    const struct version *version;
    const struct tensors *tensors; /* the weights as they came */
    const struct floats *weights;  /* folded */
    struct floats columns;         /* room for im2col */
    struct floats outputs;         /* the image and what every layer puts out: on the host */
    float *got;                    /* that of cpu_openmp; in `got` that of the version */
    const struct tensor *expected; /* logits from the file of weights, or NULL */
    double off[MOST_VERSIONS];     /* how far from these, of the largest; 0: not compared */

    cudaEvent_t before, after, events[2 * MAX_LAYERS + 1]; /* see time_on_device */
    int one_walk;    /* 1: events within a pass cost nothing to speak of, as on the CPU device */
    double first_ms; /* of the first pass */
    struct stats
        times[METHODS + PARTS]; /* by each method (cpu_openmp: by one), then of each part */
    double cpu_ms;              /* median of cpu_openmp; 0: was not timed */
};

extern const char forward_columns[]; /* of the CSV */

/* What is wrong with a file or a size ends the program with STATUS_USAGE. */
void load_weights(struct tensors *tensors, const struct network *network, const struct lab *lab,
                  const struct options *options, const char *file);
struct floats fold(const struct network *network, const struct tensors *tensors,
                   const struct lab *lab, const char *file);
void try_photo(const struct forward *f, const struct lab *lab);
const struct tensor *find_input(struct forward *f, const struct tensors *tensors,
                                const struct lab *lab);
void choose_images(struct forward *f, const struct lab *lab, const struct options *options,
                   const struct device *device);
void need_room(const struct lab *lab, const struct device *device, const struct network *network,
               long long side, long long batch);
void load_image(struct pass *p, const struct tensor *input, const char *photo,
                const struct lab *lab, unsigned long long seed);

void print_network(const struct forward *f, const struct plan *plan, const char *input);
void print_head(void);
void print_version(struct report *report, const struct check *check, const struct pass *p);
void print_parts(const struct report *report);
void print_methods(struct report *report, int first_rows);
void print_off(const struct pass *p, const struct version versions[], int count);
void print_classes(const struct pass *p, int trained);

/* Keeps the rows of the version at hand. */
void keep_times(struct report *report, const struct pass *p);

#endif
