/* What the parts of the engine share, and what front ends of the engine call: a grader's judge and
 * runner, and a lab that looks at its launchers in a way of its own. For labs: engine.h. */
#pragma once

#include "engine.h"

/* What a lab looks at in launchers FROM_HOST; each may be NULL. */
struct contract {
    /* Before the launcher is called; timed: for the last sample. */
    void (*before)(struct run *run, struct problem *p, bool timed);
    /* The launcher has returned; the host has not waited for anything since. */
    void (*returned)(const struct problem *p);
    /* Its output has been compared: what else must hold? The calls that it has made are these, or
     * none where they are not known; without them `calls` is not asked. */
    void (*result)(struct check *check, const struct problem *p, const struct call *calls,
                   int count);
    void (*calls)(struct check *check, const struct problem *p, const struct call *calls,
                  int count);
    /* What else to try with a version that is right so far. */
    void (*more)(struct run *run, const struct version *v);
};

/* ---- once.cu: one run of a version, and whether it is right --------------------------------- */

bool on_device(const struct version *version);
bool is_launcher(const struct version *version); /* a student's, which has a contract */
const struct contract *contract_of(const struct version *version); /* FROM_HOST; or NULL */

struct problem problem_of(const struct version *v, const struct shape *shape); /* no memory yet */

/* Gives it memory and a name for findings that ends with `what`; problem_begin inputs as well.
 * false: the version's own memory is not what it should be. Either way problem_end must follow. */
bool problem_allocate(struct run *run, struct problem *p, const char *what);
bool problem_begin(struct run *run, struct problem *p, const char *what);
void problem_end(struct run *run, struct problem *p);

void problem_draw(struct problem *p);   /* all inputs anew */
void problem_change(struct problem *p); /* some of them */
void say_where(const struct problem *p, const char *what);
void set_data_pointers(struct problem *p);

/* Between enter and leave only the version runs: if the program ends there, the version is WRONG.
 * leave waits for the device. true: neither the launch nor the kernel failed. */
void enter(struct run *run, const struct version *v);
bool leave(struct run *run, const struct version *v);

/* Which byte fills the output c before the next run. */
int draw_poison(const struct array *c, struct random *random);

/* One run: prepare_run, the version's run, finish_run, with its result. */
bool run_once(struct run *run, struct problem *p);
void prepare_run(struct run *run, struct problem *p);
bool finish_run(struct run *run, struct problem *p);

/* Between these, where the shapes allow it, only some blocks of a very large grid run; the seed,
 * not 0, draws which. true: so it was. */
void in_part_begin(const struct problem *p, unsigned long long seed);
bool in_part_end(void);

/* Is the result right, and does the contract allow its calls? `fetched`: the host has c already. */
void check_run(struct run *run, struct problem *p);
void check_result(struct problem *p, bool fetched);
void check_calls(const struct run *run, const struct problem *p);

/* It has waited for a stream that was stopped: WRONG, by the call that waits. */
void check_stalled(const struct problem *p);

/* In the launcher's last run: calls that wait for the device, or copies that do, or the longest
 * chain of copies and kernels that wait for one another; and a line that adds to it. */
int count_in_calls(enum counter which, char line[256]);
/* Of one launch in the version's last run; 0 on a GPU, where it is not known. */
double most_blocks(void);

/* One run at a shape, and whether it is right. */
void check_shape(struct run *run, const struct version *v, struct shape shape);

bool is_wanted(const struct run *run, const struct version *v); /* by --only or --compare */

/* true: the version is ok so far. Otherwise prints its line. */
bool is_ok(struct run *run, const struct version *v, long long size);

/* ---- contract.cu: does a launcher keep its contract? ---------------------------------------- */

/* Does it return at once, launch in the default stream and in possible grids, and keep nothing? At
 * the first awkward shape, where it must have run before: what it makes once and keeps is made. */
void check_contract(struct run *run, const struct version *v);

bool launches_wait(void); /* for their kernels, whatever launcher makes them */
double empty_launch_ms(void);

/* ---- sample.cu: one sample of one stopwatch -------------------------------------------------- */

stopwatch *const *stopwatches_of(const struct run *run, const struct problem *p); /* till NULL */

/* One sample with one stopwatch: before_sample, the stopwatch, after_sample. The output of the last
 * one is checked. false: it is WRONG. */
bool take_sample(struct run *run, struct problem *p, stopwatch *watch, double ms[METHODS],
                 bool last);

/* What a launch takes of TRAIN_LAUNCHES in a row. Between two events around one launch on an idle
 * GPU lies also the time until its kernel starts; here the GPU is busy when the first event comes,
 * and its inputs are in the L2. */
stopwatch launch_train;

/* Not timed. Before: new inputs, poison, a flushed cache. After: errors, results, and the shortest
 * time of the launcher. */
void before_sample(struct run *run, struct problem *p, double ms[METHODS], bool last);
void after_sample(struct run *run, struct problem *p, const double ms[METHODS], bool last);

enum method method_that_counts(const struct version *v); /* of the times of a version */

/* ---- joules.cu: what a run takes ------------------------------------------------------------- */

/* With --energy: the idle power, while nothing runs; then run->energy of a version at the largest
 * size, by a counter, or at most. false: it is WRONG. */
void energy_begin(struct run *run);
bool measure_energy(struct run *run, struct problem *p, long long size,
                    const struct stats times[METHODS]);

/* ---- time.cu: samples and rows -------------------------------------------------------------- */

/* The least time that these limits leave for the problem by a method. bound_reference sets it in a
 * reference's rows; may_bound_row reads their card once. */
double least_ms(const struct card *limits, const struct problem *p, enum method method);
bool may_bound_row(const struct run *run, const struct row *row, struct card *card);
void bound_reference(struct run *run);

/* ---- compare.cu: two versions against each other -------------------------------------------- */

void compare_versions(struct run *run, struct problem *p); /* run->compared with that of p */

/* ---- traffic.cu: what kernels ask the memory for -------------------------------------------- */

void traffic_begin(struct run *run); /* before the options are read */
void count_shape(struct run *run, const struct version *v, const struct shape *shape,
                 long long size);
struct shape largest_awkward(const struct version *v); /* the one with the largest output */
bool was_counted(const struct run *run, const struct version *v);
void report_traffic(const struct run *run);

/* ---- launches.cu: how large launches are ------------------------------------------------------
 */

/* In MODE_LAUNCHES, which common/sass.sh asks for, nothing is checked nor timed: each version is
 * called once at each of its shapes, and LAB_LAUNCHES=FILE gets a line before, its parts apart by
 * tabs: version, its name, the shape. The program's kernels write lines below it
 * (sass/launches.cpp). */
void launches_begin(struct run *run); /* before the options are read */
void list_shape(struct run *run, const struct version *v, const struct shape *shape);
bool was_listed(const struct run *run, const struct version *v);

/* ---- one_shape.cu: one shape ---------------------------------------------------------------- */

/* In MODE_DEBUG, which debug.sh asks for, and witness.sh with SIZE=, a version is checked at one
 * shape: the first that is awkward, or of this size. true: that is so, and this is the shape. */
bool shape_to_debug(const struct version *v, struct shape *shape);

/* A debugger stops here before a version runs, and after (output is NULL): see debug/cuda.py. */
extern "C" void debug_output(const void *output, const char *type, size_t count);

/* ---- goals.cu: is an exercise done, and not only right? -------------------------------------- */

/* Where traffic is counted: counts the goals of a version that is right, and says at the end of the
 * run which are met. In MODE_GOALS nothing else is counted, and each goal is a line of the
 * file, its parts apart by tabs: version, met, missed or uncounted, the count, the most that it may
 * be, what is counted, the line of the source. Of a version that is wrong there: version, wrong,
 * two empty parts, why. The last line is `end`. */
void count_goals(struct run *run, const struct version *v);
void report_goals(const struct run *run);

/* For a program that counts by parts, as the grader's runner does: the shape of a goal, drawn or
 * its own; one run that is counted; what a counter says of it, and what follows for the goal.
 * Without sees_float4 counts of narrow bytes say nothing: some compilers copy a float4 by parts. */
struct shape shape_of_goal(const struct version *v, const struct goal *goal, bool drawn,
                           unsigned long long seed);
bool count_run(struct run *run, struct problem *p);
struct counter_value count_of(enum counter which); /* of kernels without the line: */
void find_line(enum counter which, struct counter_value *value);
struct judged {
    double value; /* the count, divided by what the shape fixes */
    enum { MET, UNCOUNTED, MISSED } state;
};
struct judged judge_goal(const struct goal *goal, const struct problem *at,
                         const struct counter_value *count, const struct problem *minus,
                         const struct counter_value *less, bool float4_is_seen);
bool sees_float4(void);
