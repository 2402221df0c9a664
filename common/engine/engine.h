/* The engine: it runs, checks and times the versions of a lab. The lab's main shows the order:
 *
 *   struct run *run = run_begin(argc, argv, &lab, &experiment);
 *   for (long long n; next_size(run, &n);)
 *       for (const struct version *v; next_version(run, &v);)
 *           if (check_version(run, v))
 *               time_version(run, v, n);
 *   return run_end(run);
 *
 * A version that is wrong gets no time, and timed outputs are checked, too. The lab provides the
 * versions, the problem, the comparison with the right answer, and the stopwatches. */
#pragma once

#include <cuda_runtime.h>
#include "array.h"
#include "bounds.h"
#include "common/cpu_device/include/counts.h" /* of the CPU device alone; NULL elsewhere */
#include "device.h"
#include "report.h"

/* One size of a problem; 0: there is no such dimension. */
struct shape {
    long long m = 0, n = 0, k = 0;
    int part = 0;       /* of the problems that a size of --size consists of: 1, 2, ... */
    int own[8] = { 0 }; /* what else the lab has to say about it */
};

struct problem {
    struct shape shape; /* the one that it was made for */
    long long m, n, k;
    char label[64];    /* its name for findings; empty: made from m, n and k */
    double weight;     /* how often this part counts in the time of a size; 0: it has no parts */
    int patient;       /* 1: a run may take as long as it likes */
    struct array a, b; /* inputs; an input of no elements is not used */
    struct array c;    /* the output */
    void *at_return;   /* of a version FROM_HOST: the output as its launcher left it */
    unsigned long long seed;   /* an input, too; drawn anew whenever a and b are */
    double flops, bytes;       /* least work of one run; 0: does not apply */
    double integer_products;   /* least 32-bit products of one run, for the bound */
    double bound_flops;        /* for the bound, if flops is 0 because no GFLOP/s are shown */
    size_t scratch;            /* bytes that versions allocate on the device, beside a, b and c */
    cudaEvent_t before, after; /* for stopwatches */
    const struct version *version; /* whose problem it is: the engine sets it */
};

enum where {
    ON_ONE_THREAD, /* of the CPU */
    ON_ALL_CORES,
    ON_DEVICE,  /* by a launcher that must not wait, and must launch in the default stream */
    BY_LIBRARY, /* on the device; may wait, and may use any stream */
    /* On the device, by a launcher that gets a and c on the host, c.device as scratch memory, and
     * must wait until the result is there; c.device must then hold it, too. */
    FROM_HOST
};

struct version {
    const char *name; /* cpu_..., gpu_v1, gpu_ex11 */
    const char *what; /* a short description; if run is NULL: why it is skipped */
    const char *todo; /* its exercise, 1.1; NULL: it is no exercise */
    enum where where;
    void (*run)(const struct problem *p); /* calls the launcher with p->c.f32 and so on */
    int tag = 0;                          /* for the lab's own use */
    int given = 0;   /* 1: handed out with a bug, so it runs only when --only names it */
    int threads = 0; /* of a version ON_ALL_CORES; 0: all */
    const struct place *place = NULL; /* of its arrays on the host; NULL: malloc */
    int overlaps = 0;                 /* 1: it copies in both directions at once */
    /* The engine sets these: what is known about it; its draws, which are its own, so that it meets
     * the same ones when it runs alone; the experiment that its problems are of; and the lab's
     * `run`, where the engine's calls that. */
    struct check *check = NULL;
    struct random *random = NULL;
    const struct experiment *experiment = NULL;
    void (*launcher)(const struct problem *p) = NULL;
};

#define TIMES (METHODS + 8) /* behind the methods: those of a lab's own, see own_ms */

/* Runs the version once and sets ms[METHOD], the milliseconds, for one or several methods. Before
 * it the engine has changed the inputs, poisoned the output, flushed the L2 cache and waited for
 * the device. */
typedef void stopwatch(const struct version *version, const struct problem *problem, double ms[]);

/* What a lab provides. */
struct run;
struct experiment {
    const struct version *versions = NULL; /* the last one has no name */
    /* The arrays (by array_of), flops and bytes of a shape; and the shape for a size of --size, or
     * for part 1, 2, ... of it. */
    struct problem (*problem)(const struct shape *shape);
    struct shape (*shape_of)(long long size, int part) = NULL;
    /* Compares p->c.host with the right answer for p->a.host, p->b.host and p->seed. */
    void (*compare)(struct check *check, const struct problem *p, const struct version *version);
    const struct shape *awkward; /* where kernels usually fail; the last one is all 0 */
    /* So long in one direction that a grid may end before; the last one is all 0. The CPU device
     * leaves the kernels out there. */
    const struct shape *grids = NULL;
    /* Draws a shape of class `which`, new in each run. The classes are 0 .. draws - 1, with --quick
     * 0 .. quick_draws - 1; `size` is the default of --size, or of --quick. */
    struct shape (*draw)(int which, long long size, struct random *random) = NULL;
    int draws = 0, quick_draws = 0;
    stopwatch *stopwatches[METHODS] = {}; /* of what runs on the device; the last one is NULL */
    const char *own_columns = NULL;       /* of this lab in the CSV, separated by commas */
    /* To find the break-even on a GPU, sizes below --size are measured, too: first_small, then each
     * small_factor times the one before. 0: none. */
    long long first_small = 0;
    int small_factor = 2;
    /* A size may consist of several problems; --min-time is for all of them together. Which of its
     * own columns says the part, 0 being all of them together. */
    int parts = 1;
    const char *part_column = NULL;
    int slow = 0; /* 1: a run takes seconds on the CPU device, where one sample will do */
    /* What parts of a run took, by the lab's own clock: run or the stopwatch sets them. Each has a
     * row, of part 1, 2, ...; 0: there is no such part. */
    const double *own_ms = NULL;
    int own_times = 0;
    /* What follows may be NULL. Another experiment whose problem, comparison and shapes a version
     * uses instead of these; why a version is checked but not timed, or NULL; options of this lab;
     * and what is to be done when they have been read, before the banner. */
    const struct experiment *(*instead)(const struct version *version) = NULL;
    const char *(*not_timed)(const struct version *version) = NULL;
    const struct own_option *own_options = NULL;
    const char *size_option = "--size"; /* what counts for the memory: "--batch 8 --size" */
    void (*options_read)(struct options *options) = NULL;
    void (*print_head)(const struct run *run) = NULL; /* the head of the table, of the lab's own */
    /* A row is kept, with its times, or with the sums over the parts (then times is NULL): the lab
     * fills row->own, and may set row->work. */
    void (*finish_row)(const struct run *run, struct row *row, const struct version *version,
                       const struct problem *p, const struct stats times[TIMES]) = NULL;
    /* Of versions FROM_HOST: the streams that launchers get; and are the launcher's calls those
     * that the contract allows? Only the CPU device knows which they were. */
    const cudaStream_t *(*streams)(void) = NULL;
    int stream_count = 0;
    /* And: at these shapes the CPU device leaves out `count` of its kernels (the last shape is all
     * 0): how far may the result be behind? */
    const struct shape *with_gaps = NULL;
    void (*compare_without)(struct check *check, const struct problem *p,
                            const struct version *version, int count) = NULL;
    /* What a version must write and copy of c, for the bound; NULL: all of it. */
    double (*result_bytes)(const struct version *version) = NULL;
    void (*check_calls)(struct check *check, const struct problem *p, const struct version *version,
                        const struct cpu_device_call *calls, int count) = NULL;
};

struct run {
    const struct lab *lab;
    const struct experiment *experiment;
    struct options options;
    struct device device;
    struct card card;  /* whose limits bound what the CPU device runs; no name: none */
    double context_ms; /* time of the first CUDA call, which makes the context */
    struct report report;
    /* Only the engine uses what follows. */
    struct lab lab_copy;
    char names[768];
    struct version versions[MAX_VERSIONS + 1]; /* the last one has no name */
    struct random random[MAX_VERSIONS];
    int version_count, next_version, next_size, threads;
    long long size;
    struct watched *watched;
    struct begun begun; /* when the sample's stopwatch started, and how often it was preempted */
    long preempted;
    double launch_ms; /* the shortest time that the launcher itself took, of the NO_SYNC samples */
    const struct version *compared; /* the first of --compare, if it is right so far */
    int slow_stream;                /* which one is made slow for a launcher FROM_HOST */
    int again;                      /* 1: the launcher has run at this shape before */
};

/* Sets how OpenMP threads wait, and starts the process that watches this one, so that a program
 * that ends inside a version, in whatever way, is WRONG; see supervisor.h. lab.h calls it before
 * main and before any code of the student's file. */
void run_before_main(char **argv);

/* If a program defines it, run_begin calls it in place of a run: of *run only what the lab has said
 * is known. For a grader, whose programs are linked to a lab's files. */
extern "C" void run_instead(struct run *run, int argc, char **argv) __attribute__((weak, noreturn));

/* Reads the options, opens the device, prints the banner. */
struct run *run_begin(int argc, char **argv, const struct lab *lab,
                      const struct experiment *experiment);

/* The next size of --size or --sweep, and the next version that is wanted there. 0: no more. */
int next_size(struct run *run, long long *size);
int next_version(struct run *run, const struct version **version);

/* 1: the version is right at every awkward and every drawn shape, and its launcher neither waits
 * nor uses another stream. Otherwise prints the version's line. Each shape is tried only once. */
int check_version(struct run *run, const struct version *version);

/* Times the version at a size if it is right there, on new inputs; checks the output of the last
 * run of each stopwatch. Prints the version's line. */
void time_version(struct run *run, const struct version *version, long long size);

/* The same for one more shape, without a line, if the version is ok so far; its rows are those of
 * shape->part. run->report.limits says how many samples. 0: it is not ok. */
int time_shape(struct run *run, const struct version *version, const struct shape *shape,
               struct stats times[TIMES]);

/* Prints the closing lines, writes the CSV. Returns the program's status. */
int run_end(struct run *run);

/* The version of this name; NULL: the lab has none. */
const struct version *find_version(const struct run *run, const char *name);

/* Runs a version once, without a check of its result, to time a first launch, by the first of its
 * stopwatches. Returns what that shows as SYNC, or as WALL. */
double time_once(struct run *run, const char *version, long long size);
