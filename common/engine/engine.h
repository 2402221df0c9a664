/* The engine runs, checks and times the versions of a lab. The lab's main shows the order:
 *
 *   struct run *run = run_begin(argc, argv, &lab, &experiment);
 *   for (long long n; next_size(run, &n);)
 *       for (const struct version *v; next_version(run, &v);)
 *           if (check_version(run, v))
 *               time_version(run, v, n);
 *   return run_end(run);
 *
 * A version that is wrong gets no time, and timed outputs are checked as well. The lab provides the
 * versions, the problem, the comparison with the right answer, and the stopwatches: see struct
 * experiment below. Whoever includes this gets the headers of the C library that nearly all need.
 */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>
#include "array.h"
#include "bounds.h"
#include "device.h"
#include "mode.h"
#include "nvml.h"
#include "observe.h"
#include "options.h"
#include "report.h"
#include "words.h"

/* ---- the problem ---------------------------------------------------------------------------- */

/* A shape of the problem. */
struct shape {
    long long m, n, k; /* 0: there is no such dimension */
    const void *own;   /* a struct of the lab's own, with what else belongs to it */
};

/* false: it ends a list of shapes, or stands for one that is not named. */
static inline bool is_given(const struct shape *s) { return s->m || s->n || s->k; }

/* What a version must do beside flops and bytes, whatever way it goes; for its least time. */
struct must {
    double integer_products; /* of 32 bits */
    double result_bytes;     /* written and copied of c; 0: all of it */
    struct handed handed[2]; /* by kernels to later ones, through memory */
    int kernels;             /* one after the other; 0: one */
    int trips;               /* to the device and back; 0: one */
    bool overlaps;           /* it copies in both directions at once */
};

/* One problem: a shape, its arrays, and what it costs to solve it. */
struct problem {
    struct shape shape;            /* the engine sets these two; the rest begins as 0 */
    const struct version *version; /* that is to solve it */
    long long m, n, k;
    char label[64];            /* its name in findings; empty: made from m, n and k */
    double weight;             /* how often it counts in sums over several problems; 0: once */
    bool patient;              /* a run may take as long as it likes */
    struct array a, b;         /* inputs; an input of no elements is not used */
    struct array c;            /* the output */
    unsigned long long seed;   /* an input as well; drawn anew whenever a and b are */
    double flops, bytes;       /* least work of one run; 0: does not apply */
    struct must must;          /* for the least time */
    size_t scratch;            /* bytes that versions allocate on the device, beside a, b and c */
    cudaEvent_t before, after; /* for stopwatches */
};

/* ---- the versions --------------------------------------------------------------------------- */

enum where {
    ON_DEVICE,  /* by a launcher that must not wait, and must launch in the default stream */
    BY_LIBRARY, /* on the device; may wait, and may use any stream */
    /* On the device, by a launcher that gets a and c on the host, c.device as scratch memory, and
     * must wait until the result is there; c.device must then also hold it. */
    FROM_HOST,
    ON_ONE_THREAD, /* of the CPU */
    ON_ALL_CORES
};

struct version {
    const char *name;     /* cpu_..., gpu_v1, gpu_ex11 */
    const char *what;     /* a short description; if run is NULL: why it is skipped */
    const char *exercise; /* 1.1; NULL: it is no exercise */
    enum where where;
    void (*run)(const struct problem *p); /* calls the launcher with p->c.f32 and so on */
    bool given;                           /* it is handed out with a bug: a plain run skips it */
    const void *own;                      /* a struct of the lab's own */
    struct known *known;                  /* the engine's: what it knows about the version */
};

/* What the engine knows about a version. */
struct known {
    struct check check;   /* right, wrong, not written */
    struct random random; /* its draws are its own: it meets the same ones when it runs alone */
    const struct experiment *experiment; /* whose problem it solves */
    int threads;                         /* of a version ON_ALL_CORES; 0: all */
};

/* Calls a launcher, in a version's run: the engine sees meanwhile what it asks CUDA for. */
#define LAUNCH(call) (launch_begins(), (void)(call), launch_ends())
void launch_begins(void);
void launch_ends(void);

/* Runs the version once and sets ms[METHOD], milliseconds, for one or several methods. Before that
 * the engine has changed the inputs, poisoned the output, flushed L2 and waited for the device. */
typedef void stopwatch(const struct version *version, const struct problem *problem, double ms[]);

/* ---- what a lab provides -------------------------------------------------------------------- */

/* The shapes at which a version must be right. Lists end with a shape that is all 0. */
struct shapes {
    const struct shape *awkward; /* where kernels usually fail */
    /* So long in one direction that a grid may be too small. The CPU device leaves kernels out. */
    const struct shape *grids;
    /* Draws a shape of class `which`, new in each run. The classes are 0 .. draws - 1, with --quick
     * 0 .. quick_draws - 1; `size` is the default of --size, or of --quick. */
    struct shape (*draw)(int which, long long size, struct random *random);
    int draws, quick_draws;
    /* If not NULL, for each class another one, from 1 on, that makes it needless where the CPU
     * device has seen it launch more than 65,536 blocks, so that no limit or 16 bits of an index
     * are left to find. */
    const int *unless;
    /* Each block makes elements of its own: a grid of very many is tried in part (check_shape). */
    bool in_part;
    size_t own_bytes; /* of the struct that shape.own points to; 0: there is none */
};

/* What the shape of a problem fixes. The least sectors are those that the bytes fill. */
enum fixed {
    PER_RUN,
    PER_ELEMENT,
    PER_FLOP,
    PER_FMA,      /* fused multiply-adds: two operations each */
    PER_WARP_FMA, /* those of 32 threads are one */
    PER_INPUT_BYTE,
    PER_INPUT_SECTOR,
    PER_OUTPUT_BYTE,
    PER_OUTPUT_SECTOR
};

/* Where a goal is counted. */
struct goal_shape {
    struct shape at;                             /* all 0: the largest awkward shape */
    struct shape minus;                          /* less what is counted there; all 0: nothing */
    struct shape (*draw)(struct random *random); /* counted there again; NULL: at `at` alone */
};

/* When is an exercise done, and not only right? When in a run at the shape `at` its kernels have
 * counted no more than `most`, divided by what the shape fixes. An upper bound, and never divided
 * by threads or blocks launched, so that further kernels cannot meet it. A run at a drawn shape
 * must meet it as well, so that a kernel made for `at` alone does not. */
struct goal {
    const char *version;
    enum counter counts;
    bool in_one_block; /* in the block that has most; false: in all */
    enum fixed per;
    double most;
    struct goal_shape shape;
    const char *says[2]; /* what is counted, as "bytes per element", in English and Spanish */
};

/* On a GPU sizes below --size are also measured, to find the break-even. */
struct smaller_sizes {
    long long first; /* 0: none are */
    int factor;      /* how many times the one before each is; 0: 2 */
};

struct experiment {
    const struct version *versions; /* the last one has no name */
    /* The shape that --size stands for; of several problems the one that needs most memory. */
    struct shape (*shape_of)(long long size);
    /* Says what p->shape is as a problem: m, n, k, the arrays (by array_of), flops and bytes. */
    void (*problem)(struct problem *p);
    /* Compares p->c.host with the right answer for p->a.host, p->b.host and p->seed. */
    void (*compare)(struct check *check, const struct problem *p);
    struct shapes shapes;
    stopwatch *stopwatches[METHODS]; /* of what runs on the device; the last one is NULL */
    struct smaller_sizes smaller_sizes;
    const struct hooks *hooks; /* what few labs need; NULL: nothing */
    const struct goal *goals;  /* the last one has no version; NULL: there are none */
};

/* What a lab may do at certain moments of a run; each may be NULL. */
struct hooks {
    const struct own_option *options;          /* beside those of every lab */
    void (*options_read)(struct run *run);     /* the command line has been read */
    void (*print_head)(const struct run *run); /* in place of the table's usual head */
    /* A row is kept: the lab fills row->own, and may set row->work and row->part. */
    void (*finish_row)(const struct run *run, struct row *row, const struct problem *p,
                       const struct stats times[METHODS]);
    /* Another experiment, whose problem, comparison and shapes the version uses; or NULL. */
    const struct experiment *(*solves)(const struct version *version);
    const struct contract *contract; /* of launchers FROM_HOST: see parts.h */
};

/* ---- a run ---------------------------------------------------------------------------------- */

struct run {
    const struct lab *lab;
    const struct experiment *experiment;
    struct options options;
    struct device device;
    struct card card;  /* whose limits bound what the CPU device runs; no name: none */
    double context_ms; /* time of the first CUDA call, which makes the context */
    struct report report;
    bool slow;        /* a run takes seconds on the CPU device or a thread: one sample */
    double time_part; /* of --min-time that a shape gets: below 1 if a size has several */
    /* Only the engine uses what follows. */
    double here_ms; /* what the check at the timed size took */
    struct lab lab_copy;
    char names[768];
    struct version versions[MAX_VERSIONS + 1]; /* the last one has no name */
    struct known known[MAX_VERSIONS];          /* about each */
    int version_count, next_version, next_size, threads;
    long long size;
    struct watched *watched;
    struct begun begun; /* when the sample's stopwatch started, and how often it was preempted */
    long preempted;
    struct clocks clocks; /* of a GPU, as last looked at, */
    double clocks_at_ms;  /* and when that was */
    double launch_ms; /* the shortest time that the launcher itself took, of the NO_SYNC samples */
    const struct version *compared; /* the first of --compare, if it is right so far */
    int turn;                       /* untimed runs of the version so far */
    bool again;                     /* the launcher has run at this shape before */
    struct energy energy;           /* of the version and shape timed last, with --energy */
};

/* Unsets what would make CUDA's launches wait, sets how OpenMP threads wait, and starts the process
 * that watches this one, so that a program that ends inside a version, in whatever way, is WRONG;
 * see supervisor.h. lab.h calls it before main and before any code of the student's file. */
void run_before_main(char **argv);

/* If a program defines it, run_begin calls it in place of a run; *run holds only what the lab has
 * said. For a grader, whose programs are linked to a lab's files. */
extern "C" void run_instead(struct run *run, int argc, char **argv) __attribute__((weak, noreturn));

/* Reads the options, opens the device, prints the banner. */
struct run *run_begin(int argc, char **argv, const struct lab *lab,
                      const struct experiment *experiment);

/* The next size of --size or --sweep, and the next version that is wanted there. false: no more. */
bool next_size(struct run *run, long long *size);
bool next_version(struct run *run, const struct version **version);

/* true: the version is right at every awkward and (on the device) every drawn shape; its launcher
 * keeps its contract. Otherwise prints the version's line. Each shape is tried only once. */
bool check_version(struct run *run, const struct version *version);

/* Times the version at a size if it is right there, on new inputs; checks the output of the last
 * run of each stopwatch. Prints the version's line. */
void time_version(struct run *run, const struct version *version, long long size);

/* The two halves of that, for a size that consists of several problems: times one shape, and prints
 * the version's line. time_shape: false, if the version is not ok, or was not tried. */
bool time_shape(struct run *run, const struct version *version, const struct shape *shape,
                long long size, struct stats times[METHODS]);
void finish_version(struct run *run, const struct version *version, long long size);

/* Prints the closing lines, writes the CSV. Returns the program's status. */
int run_end(struct run *run);

/* The version of this name; NULL: the lab has none. */
const struct version *find_version(const struct run *run, const char *name);

/* Runs a version once, unchecked, to time a first launch with its first stopwatch. Returns the time
 * by SYNC, or by WALL; 0: it was not run. */
double time_once(struct run *run, const char *version, long long size);
