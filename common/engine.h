/* The strict part of a run, called by a lab whose main tells its order:
 *
 *   struct run *run = run_begin(argc, argv, &lab, &experiment);
 *   for (long long n; next_size(run, &n);)
 *       for (const struct version *v; next_version(run, &v);)
 *           if (check_version(run, v))
 *               time_version(run, v, n);
 *   return run_end(run);
 *
 * A wrong answer has no time, and what was timed is checked, too. The lab brings its versions, its
 * problem, what is right, and its stopwatches. */
#ifndef ENGINE_H
#define ENGINE_H

#include <cuda_runtime.h>
#include "array.h"
#include "device.h"
#include "report.h"

/* One size of a problem; 0: there is no such dimension. */
struct shape {
    long long m = 0, n = 0, k = 0;
};

struct problem {
    long long m, n, k;
    struct array a, b;         /* inputs; without elements: there is none */
    struct array c;            /* the output */
    unsigned long long seed;   /* an input, too; a new one whenever a and b are */
    double flops, bytes;       /* that a run takes, at least; 0: does not apply */
    double least_flops;        /* for the bound, where these are no flops to be shown; else 0 */
    size_t scratch;            /* bytes that versions take on the device, beside a, b and c */
    cudaEvent_t before, after; /* for stopwatches */
};

enum where {
    ON_ONE_THREAD, /* of the CPU */
    ON_ALL_CORES,
    ON_DEVICE, /* by a launcher that must not wait, and must launch in the default stream */
    BY_LIBRARY /* on the device; what it does there is its own affair */
};

struct version {
    const char *name; /* cpu_..., gpu_v1, gpu_ex11 */
    const char *what; /* in a few words; where run is NULL: why it is skipped */
    const char *todo; /* its exercise, 1.1; NULL: it comes complete */
    enum where where;
    void (*run)(const struct problem *p); /* calls the launcher with p->c.f32 and so on */
    int tag = 0;                          /* the lab's own */
    int given = 0;   /* 1: handed out with a bug, so it runs only when --only names it */
    int threads = 0; /* of a version ON_ALL_CORES; 0: all */
};

enum method { NO_SYNC, SYNC, EVENTS, WITH_TRANSFERS, METHODS };

/* Milliseconds that a stopwatch shows for one run of the version. Before it the engine has changed
 * the inputs, poisoned the output, flushed the L2 cache and waited for the device. */
typedef double stopwatch(const struct version *version, const struct problem *problem);

/* What a lab brings along. */
struct experiment {
    const struct version *versions; /* up to one without a name */
    /* The arrays (by array_of), flops and bytes of a shape; what a size of --size stands for. */
    struct problem (*problem)(const struct shape *shape);
    struct shape (*shape_of)(long long size);
    /* Is p->c.host right, for p->a.host, p->b.host and p->seed? */
    void (*compare)(struct check *check, const struct problem *p, const struct version *version);
    const struct shape *awkward; /* where kernels usually fail; up to one that is all 0 */
    /* Shapes beyond what kernels usually bear, drawn anew in each run: one of each of `draws`
     * classes, 0, 1, ..., with --quick of the first `quick_draws`; `size` is the default of --size,
     * or of --quick. */
    struct shape (*draw)(int which, long long size, struct random *random);
    int draws, quick_draws;
    stopwatch *stopwatches[METHODS];
    const char *own_columns = NULL; /* of the CSV, with commas between */
    void (*own_cells)(struct row *row, const struct problem *p) = NULL; /* fills row->own */
    /* On a GPU the break-even needs sizes below --size, too: first_small, small_factor times that,
     * and so on. 0: none. */
    long long first_small = 0;
    int small_factor = 2;
};

struct run {
    const struct lab *lab;
    const struct experiment *experiment;
    struct options options;
    struct device device;
    double context_ms; /* that the first CUDA call took, which makes the context */
    struct report report;
    /* What follows is the engine's own. */
    struct lab own_lab;
    char names[512];
    struct version versions[MAX_VERSIONS];
    struct random random[MAX_VERSIONS];
    int version_count, next_version, next_size, threads;
    long long size;
    struct watched *watched;
    double launch_ms; /* the least that a launcher took by itself, of the samples of NO_SYNC */
    const struct version *compared; /* the first of --compare, right so far */
};

/* Settles how threads wait, and sets up the process that watches this one: a program that ends
 * inside a version, in whatever way, is WRONG; see supervisor.h. Before main and before anything of
 * a student's file, by lab.h. */
void run_before_main(char **argv);

/* Reads the options, opens the device, prints the banner. */
struct run *run_begin(int argc, char **argv, const struct lab *lab,
                      const struct experiment *experiment);

/* The next size of --size or --sweep, and the next version that is wanted there. 0: no more. */
int next_size(struct run *run, long long *size);
int next_version(struct run *run, const struct version **version);

/* 1: the version is right at every awkward shape and at every drawn one, and keeps its contract:
 * neither waits nor launches in another stream. Otherwise says so. The shapes are tried once. */
int check_version(struct run *run, const struct version *version);

/* Times it at a size, if it is right there, on inputs that no check has seen; the output of the
 * last run of each stopwatch is checked. Prints the version's line. */
void time_version(struct run *run, const struct version *version, long long size);

/* Prints the closing lines, writes the CSV. Returns the program's status. */
int run_end(struct run *run);

/* One run of a version before and beside the table, as for a lesson about first launches. Returns
 * what the stopwatch shows. */
double time_once(struct run *run, const char *version, long long size, stopwatch *watch);

#endif
