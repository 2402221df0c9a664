/* What the files of lab 5 share, beside the contract in transfers.h. */
#pragma once

#include "common/engine/engine.h"

enum { OPS, CHUNKS, STEPS }; /* what shape.own holds: FMAs per element and step, ... */

/* A version's tag; MANY_TRIPS: copies there and back at every step. */
enum { ONE_STEP, IN_CHUNKS, MANY_STEPS, MANY_TRIPS };

static inline int steps_of(const struct version *v, const struct problem *p)
{
    return v->tag < MANY_STEPS ? 1 : p->shape.own[STEPS];
}

const cudaStream_t *streams(void); /* TRANSFERS_STREAMS of them, the same in each call */

/* ---- copies.cu ------------------------------------------------------------------------------ */

extern const struct place pinned;

/* The best speed of a pinned copy to the device and back, in GB/s; 0: unknown, as without a GPU. */
extern double in_gbs, out_gbs;
void measure_bus(void);

/* What is copied from where to where; place: of the host's side, NULL: pageable. */
extern const struct copy {
    const char *name, *direction;
    const struct place *place;
    enum cudaMemcpyKind kind;
} copies[];

struct array array_in(const struct place *place, size_t count); /* with memory */
void keep_copy(struct run *run, const struct copy *copy, long long n, enum method method,
               const struct stats *time);
void report_copies(struct run *run);

/* ---- pitfalls.cu ---------------------------------------------------------------------------- */

void report_pitfalls(struct run *run, long long n); /* of a copy of n floats */

/* ---- tables.cu ------------------------------------------------------------------------------ */

void print_head(const struct run *run);
void print_cells(const struct report *report, const char *version, long long size);
void print_line(const char *label, const double *values, int count);
void finish_row(const struct run *run, struct row *row, const struct version *v,
                const struct problem *p, const struct stats times[TIMES]);
void report_worth(struct run *run);
void report_overlap(struct run *run);

/* ---- contract.cu ---------------------------------------------------------------------------- */

void compare_without(struct check *check, const struct problem *p, const struct version *v,
                     int count);
void check_calls(struct check *check, const struct problem *p, const struct version *v,
                 const struct cpu_device_call *calls, int count);
