/* What the three files of the engine share; for labs: engine.h.
 *   order.cu         the order of a run: options, sizes, versions, verdicts
 *   once.cu          problems; one run of a version, and whether it is right
 *   time.cu          samples, rows, two versions against each other
 *   traffic.cu       what kernels ask the memory for, on the CPU device */
#pragma once

#include "engine.h"

/* ---- once.cu ----------------------------------------------------------------------------- */

int on_device(const struct version *version);
int is_launcher(const struct version *version); /* a student's, who has a contract */
void run_listed(const struct problem *p);       /* runs the launcher, and keeps what it calls */

/* A version's problem without memory, of a shape or of a part of a size. */
struct problem problem_of(const struct version *v, const struct shape *shape);
struct problem problem_of_size(const struct run *run, const struct version *v, long long size,
                               int part);

/* Gives it memory, inputs, and a name for findings, which ends with `what`. 0: the version's own
 * memory is not what it should be. Either way problem_end must follow. */
int problem_begin(struct run *run, struct problem *p, const char *what);
void problem_end(struct run *run, struct problem *p);

void problem_draw(struct problem *p);   /* all inputs anew, */
void problem_change(struct problem *p); /* or some of them */
void say_where(const struct problem *p, const char *what);
void set_data_pointers(struct problem *p);

/* Between enter and leave only the version runs: if the program ends there, the version is WRONG.
 * leave waits for the device. 1: neither the launch nor the kernel failed. */
void enter(struct run *run, const struct version *v);
int leave(struct run *run, const struct version *v);

void hold_nothing_back(void);           /* no stream is slow any more */
void look_at_return(struct problem *p); /* of a launcher that must wait: keeps c as it is */

/* Which byte fills the output c before the next run. */
int draw_poison(const struct array *c, struct random *random);

/* One run, and whether its result is right, and its calls are those that the contract allows.
 * `fetched`: the host has c already. */
int run_once(struct run *run, struct problem *p);
void check_run(struct run *run, struct problem *p);
void check_result(struct problem *p, int fetched);
void check_calls(struct run *run, const struct problem *p);

/* One run at a shape. */
void check_shape(struct run *run, const struct version *v, struct shape shape);

/* Does a launcher return at once, or wait if it must, also when a stream is slow? At the first
 * awkward shape, where it must have run before: what it makes once and keeps, it makes then. */
void check_contract(struct run *run, const struct version *v);

/* Every awkward and every drawn shape, and the contract. */
void check_shapes(struct run *run, const struct version *v);

/* ---- time.cu ---------------------------------------------------------------------------- */

void bound_reference(struct run *run);
stopwatch *const *stopwatches_of(const struct run *run, const struct problem *p); /* till NULL */

/* Takes a sample with one stopwatch; the output of the last one is checked. 0: it is WRONG. */
int take_sample(struct run *run, struct problem *p, stopwatch *watch, double ms[TIMES], int last);

/* Is it right here? Then it is timed, and its rows are kept. */
void time_problem(struct run *run, struct problem p, long long size, struct stats times[TIMES]);

/* Keeps the sum over the parts of a size. */
void keep_sum(struct run *run, const struct version *v, long long size);

/* ---- traffic.cu ------------------------------------------------------------------------- */

/* 1: this is `make traffic`: versions are not timed, but each is run once and counted. */
int counts_traffic(void);
void traffic_begin(struct run *run); /* before the options are read */
void count_version(struct run *run, const struct version *v, long long size);
void report_traffic(const struct run *run);
